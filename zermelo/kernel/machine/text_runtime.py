"""What a unit with texts has in its text besides: copying, joining, comparing and hashing them."""

from __future__ import annotations

from typing import Any

from zermelo.kernel.machine.numbers import signed
from zermelo.kernel.machine.texts import NO_LETTERS, WIDE
from zermelo.kernel.primitives import FACTOR, TEXT, TUPLE

COMMON = """
define internal i64 @text_length(i64 %t) #2 {
  %in = icmp slt i64 %t, 0
  br i1 %in, label %short, label %long
short:
  %up = lshr i64 %t, 56
  %n = and i64 %up, 7
  ret i64 %n
long:
  %p = inttoptr i64 %t to ptr
  %m = load i64, ptr %p, align 8
  ret i64 %m
}
define internal i64 @stirred_in(i64 %word, i64 %part) #2 {
  %x = xor i64 %word, %part
  %m = mul i64 %x, FACTOR
  %u = lshr i64 %m, 32
  %r = xor i64 %m, %u
  ret i64 %r
}
define internal i64 @letter_word(i64 %c) #0 {
  %one = icmp ult i64 %c, 128
  br i1 %one, label %ascii, label %more
ascii:
  ret i64 %c
more:
  %c6 = lshr i64 %c, 6
  %c12 = lshr i64 %c, 12
  %c18 = lshr i64 %c, 18
  %l0 = and i64 %c, 63
  %l1 = and i64 %c6, 63
  %l2 = and i64 %c12, 63
  %t1 = shl i64 %l1, 8
  %t2 = shl i64 %l2, 16
  %b2 = shl i64 %c6, 8
  %two0 = or i64 %b2, %l0
  %two = or i64 %two0, 49280
  %b3 = shl i64 %c12, 16
  %three0 = or i64 %b3, %t1
  %three1 = or i64 %three0, %l0
  %three = or i64 %three1, 14712960
  %b4 = shl i64 %c18, 24
  %four0 = or i64 %b4, %t2
  %four1 = or i64 %four0, %t1
  %four2 = or i64 %four1, %l0
  %four = or i64 %four2, 4034953344
  %is2 = icmp ult i64 %c, 2048
  %is3 = icmp ult i64 %c, 65536
  %a = select i1 %is3, i64 %three, i64 %four
  %r = select i1 %is2, i64 %two, i64 %a
  ret i64 %r
}
define internal i64 @bytes_hash(i64 %word, i64 %t) #0 {
  %n = call i64 @text_length(i64 %t)
  %mark = add i64 %n, TUPLE
  %h = call i64 @stirred_in(i64 %word, i64 %mark)
  br label %head
head:
  %i = phi i64 [0, %0], [%next, %body]
  %now = phi i64 [%h, %0], [%new, %body]
  %go = icmp ult i64 %i, %n
  br i1 %go, label %body, label %end
body:
  %c = call i64 @text_letter_1(i64 %t, i64 %i)
  %new = call i64 @stirred_in(i64 %now, i64 %c)
  %next = add i64 %i, 1
  br label %head
end:
  ret i64 %now
}
"""
LETTERS = """
define internal i64 @text_far_letter_W(i64 %t, i64 %i) #2 {
  %p = inttoptr i64 %t to ptr
  %q = getelementptr inbounds i8, ptr %p, i64 8
  %a = getelementptr inbounds LETTER, ptr %q, i64 %i
  %l = load LETTER, ptr %a
  %z = zext LETTER %l to i64
  ret i64 %z
}
define internal i64 @text_letter_W(i64 %t, i64 %i) #2 {
  %in = icmp slt i64 %t, 0
  br i1 %in, label %short, label %long
short:
  %up = lshr i64 %t, 56
  %n = and i64 %up, 7
  %one = icmp eq i64 %n, 1
  %back = sub i64 %n, %i
  %last = sub i64 %back, 1
  %bits = shl i64 %last, 3
  %down = lshr i64 %t, %bits
  %mask = select i1 %one, i64 72057594037927935, i64 255
  %c = and i64 %down, %mask
  ret i64 %c
long:
  %z = call i64 @text_far_letter_W(i64 %t, i64 %i)
  ret i64 %z
}
define internal i1 @text_eq_W(i64 %a, i64 %b) #2 {
  %same = icmp eq i64 %a, %b
  %any = or i64 %a, %b
  %in = icmp slt i64 %any, 0
  %done = or i1 %same, %in
  br i1 %done, label %quick, label %slow
quick:
  ret i1 %same
slow:
  %r = call i1 @text_same_W(i64 %a, i64 %b)
  ret i1 %r
}
define internal i1 @text_same_W(i64 %a, i64 %b) #0 {
  %p = inttoptr i64 %a to ptr
  %q = inttoptr i64 %b to ptr
  %n = load i64, ptr %p, align 8
  %m = load i64, ptr %q, align 8
  %even = icmp eq i64 %n, %m
  br i1 %even, label %look, label %no
look:
  %size = mul i64 %n, WIDTH
  %x = getelementptr inbounds i8, ptr %p, i64 8
  %y = getelementptr inbounds i8, ptr %q, i64 8
  %d = call i32 @memcmp(ptr %x, ptr %y, i64 %size)
  %same = icmp eq i32 %d, 0
  ret i1 %same
no:
  ret i1 false
}
define internal {ptr, i1} @text_room_W(ptr %context, i64 %n) #2 {
  %size = mul i64 %n, WIDTH
  %up = add i64 %size, 7
  %eighth = lshr i64 %up, 3
  %words = add i64 %eighth, 1
  %huge = icmp ugt i64 %n, 4294967296
  %ask = select i1 %huge, i64 1152921504606846975, i64 %words
  %r = call {ptr, i1} @allocate(ptr %context, i64 %ask)
  ret {ptr, i1} %r
}
define internal i1 @text_copy_W(ptr %to, i64 %at, i64 %t, i64 %start, i64 %n) #0 {
  %h = getelementptr inbounds i8, ptr %to, i64 8
  %d = getelementptr inbounds LETTER, ptr %h, i64 %at
  %in = icmp slt i64 %t, 0
  br i1 %in, label %head, label %long
head:
  %i = phi i64 [0, %0], [%next, %body]
  %wide = phi i64 [0, %0], [%wider, %body]
  %go = icmp slt i64 %i, %n
  br i1 %go, label %body, label %end
body:
  %k = add i64 %start, %i
  %c = call i64 @text_letter_W(i64 %t, i64 %k)
  %l = trunc i64 %c to LETTER
  %a = getelementptr inbounds LETTER, ptr %d, i64 %i
  store LETTER %l, ptr %a
  %wider = or i64 %wide, %c
  %next = add i64 %i, 1
  br label %head
end:
  %lost = lshr i64 %wide, BITS
  %bad = icmp ne i64 %lost, 0
  ret i1 %bad
long:
  %p = inttoptr i64 %t to ptr
  %q = getelementptr inbounds i8, ptr %p, i64 8
  %s = getelementptr inbounds LETTER, ptr %q, i64 %start
  %size = mul i64 %n, WIDTH
  call void @llvm.memmove.p0.p0.i64(ptr %d, ptr %s, i64 %size, i1 false)
  ret i1 false
}
define internal i64 @text_made_W(ptr %context, ptr %p, i64 %n, i64 %room) #0 {
  %top = load i64, ptr %context
  %w = ptrtoint ptr %p to i64
  %rs = mul i64 %room, WIDTH
  %ru = add i64 %rs, 15
  %rr = and i64 %ru, -8
  %past = add i64 %w, %rr
  %last = icmp eq i64 %past, %top
  %d = getelementptr inbounds i8, ptr %p, i64 8
  %few = icmp ule i64 %n, 7
  br i1 %few, label %head, label %long
head:
  %i = phi i64 [0, %0], [%next, %body]
  %word = phi i64 [0, %0], [%more, %body]
  %wide = phi i64 [0, %0], [%wider, %body]
  %go = icmp ult i64 %i, %n
  br i1 %go, label %body, label %short
body:
  %a = getelementptr inbounds LETTER, ptr %d, i64 %i
  %l = load LETTER, ptr %a
  %c = zext LETTER %l to i64
  %up = shl i64 %word, 8
  %more = or i64 %up, %c
  %wider = or i64 %wide, %c
  %next = add i64 %i, 1
  br label %head
short:
  %one = icmp eq i64 %n, 1
  %narrow = icmp ult i64 %wide, 256
  %fits = or i1 %one, %narrow
  br i1 %fits, label %inside, label %long
inside:
  %back = select i1 %last, i64 %w, i64 %top
  store i64 %back, ptr %context
  %m = shl i64 %n, 56
  %tagged = or i64 %m, %word
  %r = or i64 %tagged, EMPTY
  ret i64 %r
long:
  store i64 %n, ptr %p, align 8
  %ns = mul i64 %n, WIDTH
  %nu = add i64 %ns, 15
  %nr = and i64 %nu, -8
  %end = add i64 %w, %nr
  %cut = select i1 %last, i64 %end, i64 %top
  store i64 %cut, ptr %context
  ret i64 %w
}
define internal {i64, i1} @text_add_W(ptr %context, i64 %a, i64 %b) #2 {
  %both = and i64 %a, %b
  %in = icmp slt i64 %both, 0
  br i1 %in, label %short, label %slow
short:
  %au = lshr i64 %a, 56
  %n = and i64 %au, 7
  %bu = lshr i64 %b, 56
  %m = and i64 %bu, 7
  %all = add i64 %n, %m
  %fits = icmp ult i64 %all, 8
  %x = and i64 %a, 72057594037927935
  %y = and i64 %b, 72057594037927935
  %nb = shl i64 %n, 3
  %mb = shl i64 %m, 3
  %xw = lshr i64 %x, %nb
  %yw = lshr i64 %y, %mb
  %w = or i64 %xw, %yw
  %plain = icmp eq i64 %w, 0
  %ok = and i1 %fits, %plain
  br i1 %ok, label %quick, label %slow
quick:
  %up = shl i64 %x, %mb
  %xy = or i64 %up, %y
  %size = shl i64 %all, 56
  %sized = or i64 %xy, %size
  %r = or i64 %sized, EMPTY
  %q = insertvalue {i64, i1} {i64 undef, i1 false}, i64 %r, 0
  ret {i64, i1} %q
slow:
  %s = call {i64, i1} @text_join_W(ptr %context, i64 %a, i64 %b)
  ret {i64, i1} %s
}
define internal {i64, i1} @text_join_W(ptr %context, i64 %a, i64 %b) #0 {
  %noa = icmp eq i64 %a, EMPTY
  %nob = icmp eq i64 %b, EMPTY
  %empty = or i1 %noa, %nob
  br i1 %empty, label %other, label %join
other:
  %o = select i1 %noa, i64 %b, i64 %a
  %or = insertvalue {i64, i1} {i64 undef, i1 false}, i64 %o, 0
  ret {i64, i1} %or
join:
  %n = call i64 @text_length(i64 %a)
  %m = call i64 @text_length(i64 %b)
  %all = add i64 %n, %m
  %r = call {ptr, i1} @text_room_W(ptr %context, i64 %all)
  %f = extractvalue {ptr, i1} %r, 1
  br i1 %f, label %bad, label %fine, !prof !0
bad:
  ret {i64, i1} {i64 0, i1 true}
fine:
  %p = extractvalue {ptr, i1} %r, 0
  %w1 = call i1 @text_copy_W(ptr %p, i64 0, i64 %a, i64 0, i64 %n)
  %w2 = call i1 @text_copy_W(ptr %p, i64 %n, i64 %b, i64 0, i64 %m)
  %w = or i1 %w1, %w2
  br i1 %w, label %wide, label %made, !prof !0
wide:
  %errorp = getelementptr inbounds i8, ptr %context, i64 16
  store i64 WIDE, ptr %errorp
  ret {i64, i1} {i64 0, i1 true}
made:
  %t = call i64 @text_made_W(ptr %context, ptr %p, i64 %all, i64 %all)
  %g = insertvalue {i64, i1} {i64 undef, i1 false}, i64 %t, 0
  ret {i64, i1} %g
}
define internal {i64, i1} @text_part_W(ptr %context, i64 %t, i64 %start, i64 %n) #2 {
  %in = icmp slt i64 %t, 0
  br i1 %in, label %short, label %long
short:
  %up = lshr i64 %t, 56
  %m = and i64 %up, 7
  %whole = icmp eq i64 %n, %m
  %s0 = sub i64 %m, %start
  %s1 = sub i64 %s0, %n
  %s2 = shl i64 %s1, 3
  %sh = and i64 %s2, 63
  %down = lshr i64 %t, %sh
  %nb = shl i64 %n, 3
  %nb6 = and i64 %nb, 63
  %bit = shl i64 1, %nb6
  %mask = sub i64 %bit, 1
  %x = and i64 %down, %mask
  %size = shl i64 %n, 56
  %sized = or i64 %x, %size
  %part = or i64 %sized, EMPTY
  %r = select i1 %whole, i64 %t, i64 %part
  %q = insertvalue {i64, i1} {i64 undef, i1 false}, i64 %r, 0
  ret {i64, i1} %q
long:
  %s = call {i64, i1} @text_far_part_W(ptr %context, i64 %t, i64 %start, i64 %n)
  ret {i64, i1} %s
}
define internal {i64, i1} @text_far_part_W(ptr %context, i64 %t, i64 %start, i64 %n) #0 {
  %none = icmp eq i64 %n, 0
  br i1 %none, label %empty, label %some
empty:
  ret {i64, i1} {i64 EMPTY, i1 false}
some:
  %r = call {ptr, i1} @text_room_W(ptr %context, i64 %n)
  %f = extractvalue {ptr, i1} %r, 1
  br i1 %f, label %bad, label %fine, !prof !0
bad:
  ret {i64, i1} {i64 0, i1 true}
fine:
  %p = extractvalue {ptr, i1} %r, 0
  %w = call i1 @text_copy_W(ptr %p, i64 0, i64 %t, i64 %start, i64 %n)
  %new = call i64 @text_made_W(ptr %context, ptr %p, i64 %n, i64 %n)
  %g = insertvalue {i64, i1} {i64 undef, i1 false}, i64 %new, 0
  ret {i64, i1} %g
}
define internal {i64, i1} @text_kept_W(ptr %context, i64 %t) #0 {
  %in = icmp slt i64 %t, 0
  br i1 %in, label %short, label %long
short:
  %q = insertvalue {i64, i1} {i64 undef, i1 false}, i64 %t, 0
  ret {i64, i1} %q
long:
  %n = call i64 @text_length(i64 %t)
  %s = call {i64, i1} @text_far_part_W(ptr %context, i64 %t, i64 0, i64 %n)
  ret {i64, i1} %s
}
define internal void @text_put_W(i64 %t, ptr %to, i64 %size) #0 {
  call void @llvm.memset.p0.i64(ptr align 8 %to, i8 0, i64 %size, i1 false)
  %in = icmp slt i64 %t, 0
  br i1 %in, label %short, label %long
short:
  store i64 %t, ptr %to, align 8
  ret void
long:
  %n = call i64 @text_length(i64 %t)
  store i64 %n, ptr %to, align 8
  %w = call i1 @text_copy_W(ptr %to, i64 0, i64 %t, i64 0, i64 %n)
  ret void
}
define internal i64 @text_hash_W(i64 %word, i64 %t) #2 {
  %h = call i64 @stirred_in(i64 %word, i64 TEXT)
  %in = icmp slt i64 %t, 0
  %up = lshr i64 %t, 56
  %n = and i64 %up, 7
  %x = and i64 %t, 72057594037927935
  %nb = shl i64 %n, 3
  %over = lshr i64 %x, %nb
  %high = and i64 %x, 36170086419038336
  %odd = or i64 %over, %high
  %plain = icmp eq i64 %odd, 0
  %quick = and i1 %in, %plain
  br i1 %quick, label %short, label %far
short:
  %r = call i64 @stirred_in(i64 %h, i64 %x)
  ret i64 %r
far:
  %s = call i64 @text_far_hash_W(i64 %h, i64 %t)
  ret i64 %s
}
define internal i64 @text_far_hash_W(i64 %h, i64 %t) #0 {
  %n = call i64 @text_length(i64 %t)
  %one = icmp eq i64 %n, 1
  br i1 %one, label %letter, label %many
letter:
  %c1 = call i64 @text_letter_W(i64 %t, i64 0)
  %u1 = call i64 @letter_word(i64 %c1)
  %r1 = call i64 @stirred_in(i64 %h, i64 %u1)
  ret i64 %r1
many:
  %mark = add i64 %n, TUPLE
  %start = call i64 @stirred_in(i64 %h, i64 %mark)
  br label %head
head:
  %i = phi i64 [0, %many], [%next, %body]
  %now = phi i64 [%start, %many], [%new, %body]
  %go = icmp ult i64 %i, %n
  br i1 %go, label %body, label %end
body:
  %c = call i64 @text_letter_W(i64 %t, i64 %i)
  %u = call i64 @letter_word(i64 %c)
  %new = call i64 @stirred_in(i64 %now, i64 %u)
  %next = add i64 %i, 1
  br label %head
end:
  ret i64 %now
}
"""


def functions(unit: Any) -> str:
    """The functions of a unit's texts; none where it has none."""
    text = COMMON + LETTERS.replace("_W(", "_1(").replace("LETTER", "i8").replace("WIDTH", "1").replace(
        "BITS", "8"
    )
    if unit.look.wide:
        text += (
            LETTERS.replace("_W(", "_4(").replace("LETTER", "i32").replace("WIDTH", "4").replace("BITS", "32")
        )
    code = unit.failures.of(OverflowError, WIDE).code
    for name, number in (("FACTOR", FACTOR), ("TUPLE", TUPLE), ("TEXT", TEXT)):
        text = text.replace(name, str(signed(number)))
    return text.replace("EMPTY", NO_LETTERS).replace("i64 WIDE", f"i64 {code}")
