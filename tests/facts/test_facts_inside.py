"""Which method of a cell a call stands in, and what that method asks for."""

from __future__ import annotations

from reading import site

from mslint.facts.inside import inside, places_called

CELL = """
    from mindspore import nn, ops

    class Net(nn.Cell):
        def __init__(self, rate):
            super().__init__()
            self.drop = ops.Dropout(keep_prob=0.9){made}

        def construct(self, x):
            if self.flag:
                x = ops.relu(x){called}
            return self.rest(x)

        def rest(self, x):
            return self.drop(x)

        def other(self, x):
            return ops.tanh(x){apart}
"""


def test_a_call_in_construct_runs_under_its_conditions() -> None:
    place = inside(*site(CELL.format(made="", called="  # ?", apart="")))
    assert place is not None and place.runs and place.method == "construct" and place.cell.name == "Net"
    assert "flag" in place.tests and "rest" in place.names and "rate" in place.set_up and "rate" not in place.names


def test_a_method_that_construct_never_calls_does_not_run() -> None:
    place = inside(*site(CELL.format(made="", called="", apart="  # ?")))
    assert place is not None and not place.runs


def test_what_init_keeps_is_used_where_it_is_called() -> None:
    call, facts = site(CELL.format(made="  # ?", called="", apart=""))
    (place,) = places_called(call, facts)
    assert place.method == "rest" and place.runs
    here = inside(call, facts)
    assert here is not None and not here.runs


def test_outside_of_a_cell_there_is_no_such_place() -> None:
    call, facts = site("""
        from mindspore import ops

        class Plain:
            def construct(self, x):
                return ops.relu(x)  # ?
    """)
    assert inside(call, facts) is None
