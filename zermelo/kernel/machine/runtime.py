"""What every unit has in its text besides its functions: memory of the region, and what LLVM itself knows."""

HEAD = """target triple = "TRIPLE"
!0 = !{!"branch_weights", i32 1, i32 1048575}
!1 = !{!"branch_weights", i32 1, i32 63}
attributes #0 = { nounwind }
attributes #1 = { noinline nounwind cold }
attributes #2 = { alwaysinline nounwind }
"""
DECLARATIONS = [
    "declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)",
    "declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)",
    "declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)",
    "declare i64 @llvm.ctpop.i64(i64)",
    "declare i64 @llvm.ctlz.i64(i64, i1)",
    "declare i64 @llvm.cttz.i64(i64, i1)",
    "declare i64 @llvm.smin.i64(i64, i64)",
    "declare i64 @llvm.smax.i64(i64, i64)",
    "declare i64 @llvm.abs.i64(i64, i1)",
    "declare i64 @llvm.bswap.i64(i64)",
    "declare i64 @llvm.fshl.i64(i64, i64, i64)",
    "declare double @llvm.fabs.f64(double)",
    "declare double @llvm.sqrt.f64(double)",
    "declare double @llvm.floor.f64(double)",
    "declare double @llvm.ceil.f64(double)",
    "declare double @llvm.trunc.f64(double)",
    "declare double @llvm.rint.f64(double)",
    "declare i64 @llvm.fptosi.sat.i64.f64(double)",
    "declare double @llvm.fma.f64(double, double, double)",
    "declare double @llvm.copysign.f64(double, double)",
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
    "declare ptr @llvm.frameaddress.p0(i32)",
    "declare i32 @memcmp(ptr, ptr, i64)",
    *(
        f"declare double @{name}(double)"
        for name in (
            "exp",
            "log",
            "log2",
            "log10",
            "log1p",
            "expm1",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "sinh",
            "cosh",
            "tanh",
            "cbrt",
            "exp2",
        )
    ),
    "declare double @pow(double, double)",
    "declare double @fmod(double, double)",
    "declare double @atan2(double, double)",
    "declare double @hypot(double, double)",
]
FUNCTIONS = """
define internal {ptr, i1} @allocate(ptr %context, i64 %words) #2 {
  %top = load i64, ptr %context
  %endp = getelementptr inbounds i8, ptr %context, i64 8
  %end = load i64, ptr %endp
  %left = sub i64 %end, %top
  %room = lshr i64 %left, 3
  %over = icmp ugt i64 %words, %room
  br i1 %over, label %bad, label %fine, !prof !0
bad:
  %errorp = getelementptr inbounds i8, ptr %context, i64 16
  store i64 1, ptr %errorp
  ret {ptr, i1} {ptr null, i1 true}
fine:
  %bytes = shl i64 %words, 3
  %new = add i64 %top, %bytes
  store i64 %new, ptr %context
  %p = inttoptr i64 %top to ptr
  %r = insertvalue {ptr, i1} {ptr undef, i1 false}, ptr %p, 0
  ret {ptr, i1} %r
}
define internal i1 @twice(ptr %things, i64 %count) #0 {
  %few = icmp slt i64 %count, 2
  br i1 %few, label %none, label %outer
outer:
  %i = phi i64 [1, %0], [%i1, %next]
  %pi = getelementptr inbounds i64, ptr %things, i64 %i
  %a = load i64, ptr %pi
  br label %inner
inner:
  %j = phi i64 [0, %outer], [%j1, %inner]
  %seen = phi i1 [false, %outer], [%now, %inner]
  %pj = getelementptr inbounds i64, ptr %things, i64 %j
  %b = load i64, ptr %pj
  %same = icmp eq i64 %a, %b
  %now = or i1 %seen, %same
  %j1 = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %j1, %i
  br i1 %more, label %inner, label %over
over:
  br i1 %now, label %found, label %next
next:
  %i1 = add nuw nsw i64 %i, 1
  %on = icmp ult i64 %i1, %count
  br i1 %on, label %outer, label %none
found:
  ret i1 true
none:
  ret i1 false
}
define internal {ptr, i1} @new_list(ptr %context, i64 %count, i64 %room, i64 %words) #2 {
  %small = icmp ult i64 %room, 268435456
  %some = select i1 %small, i64 %room, i64 268435456
  %size = mul i64 %some, %words
  %all = add i64 %size, 3
  %r = call {ptr, i1} @allocate(ptr %context, i64 %all)
  %f = extractvalue {ptr, i1} %r, 1
  br i1 %f, label %bad, label %fine, !prof !0
bad:
  ret {ptr, i1} {ptr null, i1 true}
fine:
  %p = extractvalue {ptr, i1} %r, 0
  store i64 %count, ptr %p
  %roomp = getelementptr inbounds i64, ptr %p, i64 1
  store i64 %room, ptr %roomp
  %datap = getelementptr inbounds i64, ptr %p, i64 2
  %data = getelementptr inbounds i64, ptr %p, i64 3
  store ptr %data, ptr %datap
  ret {ptr, i1} %r
}
define internal {ptr, i1} @grow(ptr %context, ptr %old, i64 %count, i64 %had, i64 %room, i64 %words) #1 {
  %size = mul i64 %room, %words
  %hadwords = mul i64 %had, %words
  %past = getelementptr i64, ptr %old, i64 %hadwords
  %pastword = ptrtoint ptr %past to i64
  %top = load i64, ptr %context
  %last = icmp eq i64 %pastword, %top
  br i1 %last, label %here, label %elsewhere
here:
  %more = sub i64 %size, %hadwords
  %rh = call {ptr, i1} @allocate(ptr %context, i64 %more)
  %fh = extractvalue {ptr, i1} %rh, 1
  br i1 %fh, label %bad, label %longer, !prof !0
longer:
  %same = insertvalue {ptr, i1} {ptr undef, i1 false}, ptr %old, 0
  ret {ptr, i1} %same
elsewhere:
  %r = call {ptr, i1} @allocate(ptr %context, i64 %size)
  %f = extractvalue {ptr, i1} %r, 1
  br i1 %f, label %bad, label %fine, !prof !0
bad:
  ret {ptr, i1} {ptr null, i1 true}
fine:
  %new = extractvalue {ptr, i1} %r, 0
  %countwords = mul i64 %count, %words
  %bytes = shl i64 %countwords, 3
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %new, ptr align 8 %old, i64 %bytes, i1 false)
  ret {ptr, i1} %r
}
define internal {ptr, i1} @push(ptr %context, ptr %list, i64 %words) #2 {
  %count = load i64, ptr %list
  %roomp = getelementptr inbounds i64, ptr %list, i64 1
  %room = load i64, ptr %roomp
  %datap = getelementptr inbounds i64, ptr %list, i64 2
  %full = icmp sge i64 %count, %room
  br i1 %full, label %grow, label %fine, !prof !1
grow:
  %old = load ptr, ptr %datap
  %four = add i64 %count, 4
  %newroom = mul i64 %four, 2
  %r = call {ptr, i1} @grow(ptr %context, ptr %old, i64 %count, i64 %room, i64 %newroom, i64 %words)
  %f = extractvalue {ptr, i1} %r, 1
  br i1 %f, label %bad, label %grown, !prof !0
bad:
  ret {ptr, i1} {ptr null, i1 true}
grown:
  %new = extractvalue {ptr, i1} %r, 0
  store ptr %new, ptr %datap
  store i64 %newroom, ptr %roomp
  br label %fine
fine:
  %next = add nsw i64 %count, 1
  store i64 %next, ptr %list
  %data = load ptr, ptr %datap
  %offset = mul i64 %count, %words
  %p = getelementptr inbounds i64, ptr %data, i64 %offset
  %g = insertvalue {ptr, i1} {ptr undef, i1 false}, ptr %p, 0
  ret {ptr, i1} %g
}
"""
