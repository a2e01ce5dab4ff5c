"""What a probe works with inside the child process: MindSpore, PyTorch where there is one, and the calls to be made."""

from __future__ import annotations

import contextlib
import importlib
import inspect
from dataclasses import replace
from typing import Any, Callable, Dict, Mapping, NamedTuple, NoReturn, Optional, Sequence, Tuple

from mslint.device.sources import generated, source_like
from mslint.device.trial import Trial, network
from mslint.model import DICT, Named, Passed, Recipe, Unknown
from mslint.rulekit.probes import CONFIRMED, INCONCLUSIVE, REFUTED

SEED = 20
# What computes and does nothing else.
PURE = ("mindspore.nn.", "mindspore.ops.", "mindspore.mint.", "mindspore.Tensor.", "mindspore.numpy.")
INITIALIZER = "mindspore.common.initializer.initializer"


class Shown(NamedTuple):
    """What a probe saw: a verdict, the key of the sentence that says so, and the numbers in it."""

    verdict: str
    key: str
    measured: Mapping[str, Any]


class Unclear(BaseException):
    """The probe cannot tell; `key` names a sentence in words.py.

    No Exception: whoever catches what MindSpore raises must never take this for it."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


class Beside(NamedTuple):
    """A number of PyTorch's, and where it comes from."""

    value: Any
    source: str  # "torch 2.13.0" where it was measured here; else the record that it stands in


class Lab:
    """One child process with MindSpore in it."""

    def __init__(self, device: str) -> None:
        self.ms: Any = importlib.import_module("mindspore")
        self.np: Any = importlib.import_module("numpy")
        self.nn: Any = self.ms.nn
        self.ops: Any = self.ms.ops
        self.device = device
        self._torch: Any = None
        self._tried = False

    @property
    def torch(self) -> Any:
        """PyTorch; None where it is not installed."""
        if not self._tried:
            self._tried = True
            try:
                self._torch = importlib.import_module("torch")
                self._torch.set_num_threads(1)
            except Exception:  # one that is broken is none
                self._torch = None
        return self._torch

    def reset(self) -> None:
        """What every probe starts from, whatever the one before it has left behind."""
        ms = self.ms
        ms.set_context(mode=ms.PYNATIVE_MODE)
        ms.set_seed(SEED)
        self.np.random.seed(SEED)
        if self._torch is not None:
            self._torch.manual_seed(SEED)

    # -- verdicts

    def confirmed(self, key: str = CONFIRMED, **measured: Any) -> Shown:
        return Shown(CONFIRMED, key, measured)

    def refuted(self, key: str = REFUTED, **measured: Any) -> Shown:
        return Shown(REFUTED, key, measured)

    def shows(self, holds: bool, **measured: Any) -> Shown:
        """Confirmed if what the rule claims was seen, else refuted."""
        return self.confirmed(**measured) if holds else self.refuted(**measured)

    def require(self, version: object) -> None:
        """That something is lacking in one version is not refuted by another; without a version, any will do."""
        if version is not None and not f"{self.ms.__version__}.".startswith(f"{version}."):
            raise Unclear("probe-other-version", version=version)

    def unclear(self, key: str = INCONCLUSIVE, **measured: Any) -> Shown:
        return Shown(INCONCLUSIVE, key, measured)

    # -- what there is to run

    def find(self, name: str) -> Any:
        """What a dotted name of MindSpore stands for here."""
        parts = name.split(".")
        if parts[0] != "mindspore" and name != DICT:  # nothing else that users call is run here
            raise Unclear("probe-no-such-name", name=name)
        for end in range(len(parts), 0, -1):
            try:
                found: Any = importlib.import_module(".".join(parts[:end]))
                for part in parts[end:]:
                    found = getattr(found, part)
                return found
            except (ImportError, AttributeError):
                continue
        raise Unclear("probe-no-such-name", name=name)

    def missing(self, name: str) -> Optional[str]:
        """The error that a name ends in, as messages write it or in full; None where it is there."""
        if name.partition(".")[0] != "mindspore":
            name = f"mindspore.{name}"
        owner, _, last = name.rpartition(".")
        if not owner:
            return None
        with contextlib.suppress(ImportError):
            importlib.import_module(name)  # modules come as attributes only once they are imported
        try:
            getattr(self.find(owner), last)
        except AttributeError as error:
            return self.line(error)
        return None

    def value(self, value: object) -> Any:
        """The real thing for a value of a case."""
        if value is Unknown.VALUE:
            raise Unclear("probe-unknown-value")
        if isinstance(value, Named):
            return self.find(value.name)
        if isinstance(value, Recipe):
            # The sizes of a probe are others: the rule by which values are drawn stands for a tensor that is drawn so.
            return self.known(value, "init") if value.name == INITIALIZER else self.make(value)
        if isinstance(value, (tuple, list)):
            return type(value)(self.value(item) for item in value)
        return value

    def make(self, recipe: Recipe, callee: Any = None, **fill: Any) -> Any:
        """Make a call again. What `fill` gives stands for whatever was written there, and for what was left out."""
        positional, named = self.arguments(recipe, **fill)
        return (callee or self.find(recipe.name))(*positional, **named)

    def arguments(self, recipe: Recipe, **fill: Any) -> Tuple[Sequence[Any], Dict[str, Any]]:
        """The arguments of a call, in the way in which they are written."""
        left = dict(fill)
        positional = []
        named: Dict[str, Any] = {}
        for passed in recipe.passed:
            value = left.pop(passed.name) if passed.name in left else self._value_of(passed)
            if passed.positional:
                positional.append(value)
            else:
                named[passed.name] = value
        named.update(left)
        return positional, named

    def _value_of(self, passed: Passed) -> Any:
        if passed.value is Unknown.VALUE:
            raise Unclear("probe-unknown-argument", name=passed.name or "?")
        return self.value(passed.value)

    def small(self, recipe: Recipe, *needed: str, **values: Any) -> Dict[str, Any]:
        """What `make` is to fill in: these values, for the arguments that the call gives or that it needs."""
        return {name: value for name, value in values.items() if name in needed or recipe.gives(name)}

    def known(self, recipe: Recipe, *names: str) -> Any:
        """The value of an argument that must be known."""
        for passed in recipe.passed:
            if passed.name in names:
                return self._value_of(passed)
        return None

    def trial(self, beside: Sequence[Recipe], short: str = "") -> Trial:
        """A small network around one layer of the program that does something else in training than in inference."""
        return Trial(self, beside, short)

    def network(self) -> Any:
        """A network of one weight that multiplies what it is given."""
        return network(self)

    def generated(self, recipe: Recipe, count: int = 10) -> Any:
        """The GeneratorDataset of a call, over a source like the one of the program, of so many numbered samples."""
        return generated(self, recipe, count)

    def source(self, like: Recipe, count: int = 10) -> Any:
        """A source like the one of the program, of so many numbered samples of one column."""
        return source_like(self, like, count, 1)

    @staticmethod
    def moving_mean(norm: Any) -> Any:
        """That of a BatchNorm; BatchNorm3d keeps it in a layer of its own."""
        return next(each for name, each in norm.parameters_and_names() if name.endswith("moving_mean")).asnumpy()

    def settled(self, recipe: Recipe, **usual: Any) -> Recipe:
        """The same call with all by name: `usual` stands for what is not known, and what it lacks is left out."""
        known = [each for each in recipe.passed if each.value is not Unknown.VALUE or each.name in usual]
        given = [each if each.value is not Unknown.VALUE else replace(each, value=usual[each.name]) for each in known]
        return replace(recipe, passed=tuple(replace(each, positional=not each.name) for each in given))

    def refusal(self, recipe: Recipe, keyword: str) -> Optional[str]:
        """The error that a keyword of a call ends in; None where the API has it. What is not known is a tensor.

        Where the signature has the keyword the call is not made: it may do anything."""
        callee = self.find(recipe.name)
        owner = self.find(recipe.name.rpartition(".")[0])
        positional = [self._stand_in(passed) for passed in recipe.passed if passed.positional]
        if inspect.isclass(owner) and not inspect.isclass(callee):
            positional.insert(0, self.tensor(2, 2) if owner is self.ms.Tensor else None)
        named = {p.name: self._stand_in(p) for p in recipe.passed if not p.positional and p.name}
        parameters: Mapping[str, inspect.Parameter] = {}
        with contextlib.suppress(TypeError, ValueError):
            parameters = inspect.signature(callee).parameters
        if keyword in parameters and parameters[keyword].kind is not inspect.Parameter.POSITIONAL_ONLY:
            return None
        if parameters and not any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters.values()):
            named = {name: value for name, value in named.items() if name == keyword or name in parameters}
        elif not recipe.name.startswith(PURE):
            raise Unclear("probe-unknown-argument", name=keyword)
        error = self.error_of(lambda: callee(*positional, **named))
        if error is None or keyword in error or keyword not in named:
            return error
        del named[keyword]
        if self.error_of(lambda: callee(*positional, **named)) is not None:
            raise Unclear("probe-failed", reason=error)  # of which the keyword need not be the reason
        return error

    def _stand_in(self, passed: Passed) -> Any:
        try:
            return self.value(passed.value)
        except Unclear:
            # What optimizers call params nothing but weights can stand in for.
            return self.network().trainable_params() if passed.name == "params" else self.tensor(2, 2)

    # -- numbers

    def tensor(self, *shape: int, low: float = -1.0, high: float = 1.0, dtype: Any = None) -> Any:
        """Numbers that are the same in each run."""
        values = self.array(*shape, low=low, high=high)
        return self.ms.Tensor(values, dtype or self.ms.float32)

    def array(self, *shape: int, low: float = -1.0, high: float = 1.0) -> Any:
        generator = self.np.random.RandomState(SEED)
        return generator.uniform(low, high, shape).astype(self.np.float32)

    def error_of(self, run: Callable[[], Any]) -> Optional[str]:
        """The error that something ends in, in one line; None where there is none."""
        try:
            made = run()
            if hasattr(made, "asnumpy"):
                made.asnumpy()  # PyNative is lazy: the error may come only now
        except Exception as error:
            return self.line(error)
        return None

    def caused(self, error: str) -> str:
        """The same error, unless a keyword that the API does not have is its cause: that is another finding."""
        if "unexpected keyword argument" in error:
            raise Unclear("probe-other-cause", reason=error)
        return error

    @staticmethod
    def line(error: BaseException) -> str:
        """An error as one line: its kind and the first line of what it says."""
        lines = [line.strip() for line in str(error).splitlines() if line.strip(" -")]
        text = lines[0] if lines else ""
        if text.startswith("Exception thrown from"):  # a pipeline: what happened stands further down
            heading = next((at for at, line in enumerate(lines) if line.startswith("- Dataset Pipeline Error")), 0)
            text = lines[min(heading + (-1 if "Python Call Stack" in str(error) else 1), len(lines) - 1)]
        return f"{type(error).__name__}: {text[:160]}" if text else type(error).__name__

    def beside(self, measure: Callable[[Any], Any], recorded: Any, version: str = "2.13.0") -> Beside:
        """What PyTorch does: measured where it is installed, else what was recorded with a version of it."""
        if self.torch is not None:
            return Beside(measure(self.torch), f"torch {self.torch.__version__.partition('+')[0]}")
        return Beside(recorded, f"torch {version}, recorded")

    def fail(self, key: str, **params: object) -> NoReturn:
        raise Unclear(key, **params)
