"""Checklists made by hand for the tests of the reports: a full one that tries to break them, and a bare one."""

from __future__ import annotations

import struct
import zlib
from typing import Dict, List, Sequence, Tuple

from mslint.checklist.model import (
    NEEDS_YOU,
    NOT_APPLICABLE,
    OK,
    PROBLEM,
    Chart,
    Checklist,
    Item,
    Remark,
    Sample,
    Samples,
    Table,
)
from mslint.model import Evidence, Finding, Related, RunError, Severity, Span

ATTACK = "</script><script>alert('x')</script><img src=x onerror=alert(1)>"
LONG_PATH = "src/" + "a_rather_deep_folder/" * 9 + "net.py"  # some 200 characters
LONG_LABEL = "a_label_that_never_ends_" * 21  # some 500 characters
MARKS = "a | b `c` ``d`` <e> *f* _g_ [h](i) &amp; @someone #12 !34"

CODE: Dict[str, List[str]] = {
    "train.py": [
        "import mindspore as ms",
        "from mindspore import nn",
        "",
        "",
        "class Head(nn.Cell):",
        "    def __init__(self, classes=10):",
        "        super().__init__()",
        "        self.drop = nn.Dropout(0.1)  # 与 PyTorch 一致 ``` <b>",
        f"        self.name = \"{ATTACK}\"; self.dense = nn.Dense(512, classes, False, activation='relu')  # bias",
        "",
        "    def construct(self, x):",
        "        return self.dense(self.drop(x))",
    ],
    LONG_PATH: ["\tx = nn.Conv2d(", "\t\t3, 64,", "\t\tkernel_size=7,", "\t\tstride=2,", "\t\tpadding=3,", "\t)"],
}


def lines_of(path: str) -> Sequence[str]:
    return CODE.get(path, ())


def png(width: int, height: int, color: Tuple[int, int, int]) -> bytes:
    """A picture that fades into one colour."""
    rows = b"".join(
        b"\0" + b"".join(bytes(part * (x + y) // (width + height) for part in color) for x in range(width))
        for y in range(height)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def place(path: str = "train.py", line: int = 8, message: str = "") -> Related:
    return Related(path, Span(line, 9, line, 20), message)


def findings(zh: bool) -> Tuple[Finding, ...]:
    evidence = Evidence(
        "confirmed",
        "10,000 个 1 中有 90.1 % 被置零；PyTorch 置零 10 %。"
        if zh
        else "90.1 % of 10,000 ones were dropped; PyTorch drops 10 %.",
        {"share": 0.901},
        "CPU",
        {"mindspore": "2.10.0", "torch": "2.13.0"},
    )
    return (
        Finding(
            "train.py",
            Span(8, 21, 8, 36),
            "MSL101",
            "dropout-rate-as-keep-prob",
            Severity.WARNING,
            "nn.Dropout(0.1) 只保留 0.1 的元素，其余全部丢弃：第一个位置参数是 keep_prob。"
            if zh
            else "nn.Dropout(0.1) keeps 0.1 of the values and drops the rest: its first argument is keep_prob.",
            "直到 MindSpore 2.10，第一个参数都是 keep_prob，即保留的比例。"
            if zh
            else "In every MindSpore version to 2.10 the first parameter is keep_prob, the share that is kept.",
            "写成 p=0.1。" if zh else "Write p=0.1.",
            "api.01",
            related=(place(LONG_PATH, 2, "这里也一样" if zh else "the same here"), place("eval.py", 3)),
            evidence=evidence,
        ),
        Finding(
            "train.py",
            Span(9, 9, 9, 200),
            "MSL107",
            "dense-bool-as-weight-init",
            Severity.ERROR,
            f"{ATTACK} {MARKS}",
            "第三个参数是 weight_init。" if zh else "The third parameter is weight_init.",
            checklist="api.01",
        ),
        Finding(
            LONG_PATH,
            Span(1, 6, 6, 3),
            "MSL105",
            "implicit-same-padding",
            Severity.INFO,
            "填充方式与 PyTorch 不同。" if zh else "The padding differs from PyTorch's.",
            related=tuple(place("src/model.py", line) for line in range(10, 40)),
            checklist="api.01",
        ),
    )


def table(zh: bool) -> Table:
    columns = (
        ("通道", "均值", "标准差", "最小值", "最大值")
        if zh
        else ("Channel", "Mean", "Deviation", "Smallest", "Largest")
    )
    rows = (
        ("R", "0.485", "0.229", "-2.118", "2.249"),
        ("G", "0.456", "0.224", "-2.036", "2.429"),
        ("B", "0.406", "0.225", "-1.804", "2.640"),
    )
    return Table("归一化之后各通道的数值" if zh else "Values of each channel after normalisation", columns, rows)


def full(lang: str) -> Checklist:
    zh = lang == "zh"

    def of(english: str, chinese: str) -> str:
        return chinese if zh else english

    api, data, train, run = (
        of("Network", "网络结构"),
        of("Data", "数据处理"),
        of("Training", "训练"),
        of("On the device", "设备"),
    )
    classes = Chart(
        of("Samples of each class", "各类别的样本数"),
        tuple(f"{of('class', '类别')} {n}" for n in range(60)),
        tuple(float(6000 - 83 * n) for n in range(60)),
    )
    odd = Chart(
        of("Means of the gradients", "梯度均值"),
        (LONG_LABEL, "conv1.weight", "第二个卷积层的权重" * 6, ATTACK, "fc"),
        (0.25, -0.5, float("nan"), float("inf"), 1e-9),
    )
    wide = Table(
        MARKS,
        tuple(f"column_{n}" for n in range(14)),
        tuple((LONG_LABEL, ATTACK, MARKS, *("0.123456",) * 11) for _ in range(12)),
    )
    pictures = Samples(
        of("Samples after all operations", "经过全部处理后的样本"),
        (
            Sample(of("label 3: cat", "标签 3：猫"), "shape (3, 28, 28)", png(28, 28, (240, 120, 60))),
            Sample(of("label 7: ship", "标签 7：船"), "", png(320, 180, (40, 130, 220))),
            Sample(LONG_LABEL, "", png(64, 64, (90, 200, 120))),
            Sample(of("a sentence", "一个句子"), f"[CLS] {ATTACK} 今天天气很好 " + "word " * 60),
        ),
    )
    items = (
        Item(
            "api.01",
            of("APIs with other defaults than PyTorch's", "与 PyTorch 默认值不同的接口"),
            api,
            of("Does any call mean something else than it meant in PyTorch?", "是否有调用的含义与在 PyTorch 中不同？"),
            PROBLEM,
            (
                Remark(
                    PROBLEM,
                    of("3 calls mean something else than in PyTorch.", "3 处调用的含义与 PyTorch 不同。"),
                    (place(), place(line=9), place(LONG_PATH, 1)),
                ),
                Remark(
                    OK,
                    of(
                        "41 other calls were compared with PyTorch's defaults.",
                        "另外 41 处调用已与 PyTorch 的默认值对比。",
                    ),
                ),
            ),
            findings(zh),
        ),
        Item(
            "api.02",
            of("Training and inference mode", "训练模式与推理模式"),
            api,
            of(
                "Is the network switched to training, and back for evaluation?",
                "训练时是否切换到训练模式，评估时是否切换回来？",
            ),
            NEEDS_YOU,
            (
                Remark(
                    NEEDS_YOU,
                    of(
                        "Which mode the network is in depends on an argument of the script.",
                        "网络处于哪种模式取决于脚本的参数。",
                    ),
                    tuple(place("src/loops.py", line, of("called here", "在此调用")) for line in range(1, 30)),
                ),
            ),
        ),
        Item(
            "wi.01",
            of("Initial weights", "权重初始化"),
            api,
            of("Do layers start with PyTorch's distributions?", "各层的初始分布是否与 PyTorch 相同？"),
            OK,
            (
                Remark(
                    OK,
                    of("12 layers name their own initialisation.", "12 个层写明了初始化方式。"),
                    (place("src/net.py", 14), place("src/net.py", 31)),
                ),
            ),
        ),
        Item(
            "dp.01",
            of("Values after the data pipeline", "数据处理之后的数值"),
            data,
            of("Are images normalised as the original does it?", "图像的归一化是否与原实现一致？"),
            OK,
            (Remark(OK, of("The means lie within 0.02 of 0.", "均值与 0 相差不超过 0.02。"), source="data"),),
            exhibits=(table(zh), pictures),
        ),
        Item(
            "dp.02",
            of("Balance of the classes", "类别是否均衡"),
            data,
            of("Do all classes occur, and how often?", "各类别是否都出现，出现多少次？"),
            NEEDS_YOU,
            (
                Remark(
                    NEEDS_YOU,
                    of(
                        "The rarest class occurs 1,103 times, the most frequent 6,000 times.",
                        "最少的类别有 1,103 个样本，最多的有 6,000 个。",
                    ),
                    source="data",
                ),
            ),
            exhibits=(classes,),
        ),
        Item(
            "dp.03",
            of("Order of the samples", "样本顺序"),
            data,
            of("Is the training data shuffled?", "训练数据是否打乱？"),
            PROBLEM,
            (Remark(PROBLEM, of(f"shuffle=False {MARKS}", f"shuffle=False，{MARKS}"), (place("src/data.py", 52),)),),
        ),
        Item(
            "hp.01",
            of("Learning rate", "学习率"),
            train,
            of("Does the schedule match the original's?", "学习率策略是否与原实现一致？"),
            OK,
            (
                Remark(
                    OK,
                    of("Cosine decay over 90 epochs from 0.1.", "从 0.1 开始余弦衰减，共 90 轮。"),
                    (place("train.py", 2),),
                ),
            ),
        ),
        Item(
            "mp.01",
            of("Loss scale", "损失缩放"),
            train,
            of("Is there a loss scale where float16 is used?", "使用 float16 时是否有损失缩放？"),
            NOT_APPLICABLE,
            (Remark(NOT_APPLICABLE, of("Everything is computed in float32.", "全部以 float32 计算。")),),
        ),
        Item(
            "cg.01",
            of("Gradients of each layer", "各层的梯度"),
            train,
            "",
            PROBLEM,
            (Remark(PROBLEM, ATTACK, source="device"),),
            exhibits=(odd, wide),
        ),
    )
    further = (
        Item(
            "run.01",
            of("Operators on Ascend", "Ascend 上的算子"),
            run,
            of("Which operators compute in float16 only?", "哪些算子只支持 float16？"),
            NOT_APPLICABLE,
            (Remark(NOT_APPLICABLE, of("The target is a CPU.", "目标设备是 CPU。")),),
        ),
        Item(
            "run.02",
            of("Repeatable runs", "运行是否可复现"),
            run,
            of("Are all seeds set?", "是否设置了全部随机种子？"),
            OK,
            (Remark(OK, of("The same loss twice: 2.302585.", "两次运行损失相同：2.302585。"), source="device"),),
        ),
    )
    return Checklist(
        items,
        further,
        lang,
        "2.10",
        "command line",
        ("train.py", "eval.py", LONG_PATH),
        ("train.py", "eval.py", LONG_PATH, "src/data.py"),
        {"mindspore": "2.10.0", "numpy": "1.26.4", "python": "3.11.2"},
        "CPU",
        (
            RunError("src/legacy.py", of(f"cannot be read {ATTACK}", f"无法读取 {ATTACK}")),
            RunError(LONG_PATH, "x" * 300, "failure"),
        ),
    )


def empty(lang: str) -> Checklist:
    """Without a finding, an exhibit or a run, and with the barest of items."""
    items = (Item("api.01", "API", "API", "", OK),)
    return Checklist(items, (), lang, "2.7", "default", (), ())
