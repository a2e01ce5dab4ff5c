"""Text and templates are told from Python that is broken."""

from __future__ import annotations

import pytest

from mslint.source.text import Source, Unreadable
from mslint.syntax.parse import parse

BROKEN = {
    "a bracket": "import mindspore\n\nx = f(1, 2\ny = 3\nz = 4\n",
    "an unindent": "def f():\n        x = 1\n    return x\n",
    "Python 2": "import mindspore\nprint 'done'\n",
    "one line": "net = nn.Dense(3,\n",
    "an unfinished call": "model.train(10, data",
    "a merge": "import os\n<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> other\n",
    "a docstring that does not end": 'import os\n\n\ndef f():\n    """Do this\n    and that and so on\n    return 1\n',
}
TEXT = {
    "prose": "This is an implementation of mindspore models.\nIt needs Python 3.9.\n\nnet.py: the network\n",
    "prose with an example": "To train, do this: it takes a day.\nFirst, get the data.\nThen run it, and wait.\n"
    "The log says how far it is.\nIt is slow.\nAll of that is in the paper; see there.\nimport mindspore\n",
    "a log": "== Start ==\nepoch: 1 step: 195, loss is 1.77\nTrain epoch time: 19 ms, per step time: 9 ms\n",
    "a tree": "./data\n└── cifar\n    ├── batch_1.bin\n    └── readme.html\n",
    "Chinese": "本目录是 mindspore 的实现。\n请先下载数据集，然后运行训练脚本。\n",
    "a diff": "diff --git a/x b/x\n@@ -1,2 +1,2 @@\n- old\n+ new\n",
}
TEMPLATES = {
    "blocks": "import mindspore\n{% if graph %}\nms.set_context(mode=0)\n{% endif %}\n",
    "a field": "import mindspore\n\nnet = {{ cookiecutter.network }}()\n\nclass {{ name }}(nn.Cell):\n    pass\n",
}
CASES = [
    (name, text, kind)
    for texts, kind in ((BROKEN, ""), (TEXT, "text"), (TEMPLATES, "template"))
    for name, text in texts.items()
]


@pytest.mark.parametrize(("name", "text", "kind"), CASES, ids=[name for name, _, _ in CASES])
def test_what_a_text_is_that_does_not_parse(name: str, text: str, kind: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse(Source("example.py", text))
    assert refused.value.kind == kind
