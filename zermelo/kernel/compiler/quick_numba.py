"""Numba for units, compiled as a whole or not at all: what it does for single functions is left out.

Numba makes machine code of every function, with all that it calls, and loads it, so that each is compiled
again in every caller; only the last one, the entry of the unit, is of use.  And what Numba looks up again
for every function is looked up once.

Importing this module changes Numba for the whole process, so only the child that compiles ever does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba.core import compiler_machinery, config, errors, inline_closurecall, ir, types
from numba.core.base import BaseContext
from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext
from numba.core.imputils import lower_constant
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.targetconfig import TargetConfig
from numba.core.transforms import canonicalize_cfg
from numba.core.typing.context import Context
from numba.core.typing.npydecl import NumpyRulesArrayOperator
from numba.core.typing.templates import _TemplateTargetHelperMixin
from numba.experimental import function_type  # noqa: F401 - before what replaces some of it


def _unloaded(library: Any) -> None:
    """Instead of making machine code of a function and loading it."""
    library._finalize_dynamic_globals()
    library._finalized = True


def _optimised(library: Any) -> None:
    """Once, not before and after looking for references to count, of which there are none.

    The entry has nothing to be optimised but what it calls, which has been.
    """
    if library.name != "entry":
        passes, builder = library._codegen._module_pass_manager()
        passes.run(library._final_module, builder)


def _by_nobody(context: Any, library: Any, *_: Any) -> Any:
    """Instead of a function that Python can call: one to know the compiled one by."""
    library._ensure_finalized()
    return [].append


def _unwrapped(*_: Any, **__: Any) -> None:
    """Instead of the ways in from Python and from C, which Numba makes for the functions of its own too."""


def _once(loads: Callable[[Any], None]) -> Callable[[Any], None]:
    """What Numba brings along is imported once, not before every function; what is new is added."""

    def load(context: Any) -> None:
        if not vars(context).get("has_loaded"):
            loads(context)
            context.has_loaded = True
        for registry in tuple(context._registries):
            context.install_registry(registry)

    return load


def _of_arrays(rule: Any, arguments: Any, named: Any) -> Any:
    """NumPy's operators are for arrays, which nearly no operand is."""
    if any(isinstance(kind, types.ArrayCompatible) for kind in arguments):
        return _operator(rule, arguments, named)
    return None


def _same_flags(ours: Any, others: object) -> bool:
    """Looked at as they were set, before each is looked up with its default."""
    if not isinstance(others, TargetConfig):
        return False
    return bool(ours._values == others._values or ours.values() == others.values())


def _registry(template: Any, reason: str) -> Any:
    """There is one target, the processor, and where things of a kind are registered does not change."""
    wanted = template.metadata.get("target", "generic"), reason
    if wanted not in _registries:
        _registries[wanted] = _look_up_registry(template, reason)
    return _registries[wanted]


def _signature(function: Any, context: Any, arguments: Any, named: Any) -> Any:
    """What a call of a function gives is worked out once, however often inference comes back to it."""
    known = vars(function).setdefault("known_signatures", {})
    asked = tuple(arguments), tuple(named.items())
    if asked not in known:
        found = _work_out_signature(function, context, arguments, named)
        if not found.is_precise():
            return found
        known[asked] = found
    return known[asked]


def _run_pass(manager: Any, index: int, step: Any, state: Any) -> None:
    """Without telling anybody of it."""
    step.analysis = manager._analysis
    with errors.new_error_context("Pass {name}", name=step.name()):
        results = step.run_initialization(state), step.run_pass(state), step.run_finalizer(state)
    if compiler_machinery._pass_registry.get(type(step)).mutates_CFG and any(results):
        PostProcessor(state.func_ir).run()


def _look_again(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """After a pass: what is alive where is worked out only where it is asked for, or for a generator."""
    function = processor.func_ir
    if emit_dels or function.is_generator:
        _look_at_all(processor, emit_dels, extend_lifetimes)
        return
    function.blocks = canonicalize_cfg(function.blocks)
    function.variable_lifetime, function.generator_info = VariableLifetime(function.blocks), None


def _inline_closures(inliner: Any) -> None:
    """Where there are any."""
    if any(any(block.find_exprs("make_function")) for block in inliner.func_ir.blocks.values()):
        _inline_all_closures(inliner)


def _without_leftovers(function: Any, *_: Any) -> None:
    """What a comprehension leaves behind goes; a step that may fail stays, whether or not it is of use."""
    parts = [part for block in function.blocks.values() for part in block.body]
    read = {variable.name for part in parts for variable in _read_by(part)}
    idle = {id(part) for part in parts if _is_idle(part) and part.target.name not in read}
    for block in function.blocks.values():
        block.body = [part for part in block.body if id(part) not in idle]
    if idle:
        _without_leftovers(function)


def _read_by(part: Any) -> list[Any]:
    value = part.value if isinstance(part, ir.Assign) else part
    if isinstance(value, ir.Var | ir.Del):
        return [value] if isinstance(value, ir.Var) else []
    return value.list_vars() if hasattr(value, "list_vars") else []


def _is_idle(part: Any) -> bool:
    """Does it nothing but name something?"""
    if not isinstance(part, ir.Assign):
        return False
    made = isinstance(part.value, ir.Expr) and part.value.op in ("build_tuple", "make_function")
    return made or isinstance(part.value, ir.Const | ir.FreeVar | ir.Global | ir.Var)


def _call(context: Any, function: Any, arguments: Any, named: Any, literals: Any = None) -> Any:
    """A function is called, before anybody asks whether it has a method for that."""
    meant = context._lookup_global(function) or function
    if isinstance(meant, types.BaseFunction | types.Dispatcher):
        return meant.get_call_type(context, arguments, named)
    return _look_up_call(context, function, arguments, named, literals)


@lower_constant(types.Dispatcher)  # type: ignore[untyped-decorator]
def _nowhere(context: Any, builder: Any, kind: Any, function: Any) -> Any:
    """A function that is given to another is known by its type: it needs no address."""
    return context.get_dummy_value()


_look_at_all = PostProcessor.run
_inline_all_closures = inline_closurecall.InlineClosureCallPass.run
_work_out_signature = types.BaseFunction.get_call_type
_look_up_call = Context._resolve_user_function_type
_operator = NumpyRulesArrayOperator.generic
_registries: dict[tuple[str, str], Any] = {}
_look_up_registry = _TemplateTargetHelperMixin._get_target_registry

CPUCodeLibrary._optimize_final_module = _optimised
CPUCodeLibrary._finalize_final_module = _unloaded
CPUContext.get_executable = _by_nobody
CPUContext.create_cpython_wrapper = _unwrapped
CPUContext.create_cfunc_wrapper = _unwrapped
CPUContext.load_additional_registries = _once(CPUContext.load_additional_registries)
Context.load_additional_registries = _once(Context.load_additional_registries)
BaseContext.get_abi_sizeof = cache(BaseContext.get_abi_sizeof)
Context._resolve_user_function_type = _call
types.BaseFunction.get_call_type = _signature
NumpyRulesArrayOperator.generic = _of_arrays
TargetConfig.__eq__ = _same_flags
TargetConfig.__hash__ = lambda flags: hash(type(flags))
_TemplateTargetHelperMixin._get_target_registry = _registry
ir.Loc._get_path = lambda place: place.filename
llvm.get_process_triple = cache(llvm.get_process_triple)
compiler_machinery.PassManager._runPass = _run_pass
PostProcessor.run = _look_again
inline_closurecall.InlineClosureCallPass.run = _inline_closures
inline_closurecall.dead_code_elimination = _without_leftovers
config.reload_config = lambda: None
