"""Penalties on the norm of gradients that still carry the loss scale, where they are added to the loss."""

from mslint.rulekit import Note, Program, Words, at_event, scaled_gradients, words

NORMS = frozenset("norm square sqrt pow Pow Square Sqrt Norm ** l2_norm global_norm LpNorm norm_square".split())
WORDS = Words("the penalty is added to the loss here", "惩罚项在此处加入损失")
# The name of the penalty, or of what it is added to, says what the sum is.
LOSS = frozenset("loss losses cost objective".split())
PENALTY = frozenset("penalty gp penal regularizer regularization norm".split())


def check_program(program: Program):
    for gradient in scaled_gradients(program):
        for each in gradient.sums:
            to_loss = any(words(name) & LOSS for name in each.other)
            penalty = any(words(name) & PENALTY for name in each.of_gradients)
            if to_loss and (penalty or gradient.of_loss) and each.calls & NORMS:
                there = Note(each.span, WORDS, each.path)
                yield at_event(gradient.event, sure=not gradient.event.alone, related=[there])
                break
