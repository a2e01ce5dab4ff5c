"""What is said of runs on a device."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    # confirm
    "no-mindspore": (
        "there is no MindSpore in {python}; to ask a device, run: {command}",
        "{python} 中没有安装 MindSpore；要在设备上验证，请运行：{command}",
    ),
    "no-mindspore-for-python": (
        "there is no MindSpore in {python}, and no package of it for Python {version} ({pythons}); "
        "to ask a device, install mslint, mindspore and 'numpy<2' in an environment with one of these Pythons",
        "{python} 中没有安装 MindSpore，它也没有适用于 Python {version} 的安装包（{pythons}）；"
        "要在设备上验证，请在上述某个 Python 版本的环境中安装 mslint、mindspore 和 'numpy<2'",
    ),
    "numpy-too-new": (
        "MindSpore {mindspore} is built for NumPy 1, and NumPy {numpy} is installed beside it; run: {command}",
        "MindSpore {mindspore} 是按 NumPy 1 编译的，而此处安装的是 NumPy {numpy}；请运行：{command}",
    ),
    "device-unusable": (
        "MindSpore cannot use the device {device}: {reason}{said}",
        "MindSpore 无法使用设备 {device}：{reason}{said}",
    ),
    "device-no-start": (
        "MindSpore was not ready on {device} within {seconds} seconds{said}",
        "MindSpore 在 {seconds} 秒内没有在 {device} 上就绪{said}",
    ),
    "device-died": (
        "MindSpore ended by itself while it started on {device} (exit status {status}){said}",
        "MindSpore 在 {device} 上启动时自行退出（退出码 {status}）{said}",
    ),
    "device-garbled": (
        "what the child process answered cannot be read: {line}",
        "无法读取子进程的回答：{line}",
    ),
    "device-too-much": (
        "the child process answered with more than {limit} MB and was ended",
        "子进程的回答超过 {limit} MB，已被终止",
    ),
    "probe-other-device": ("this shows only on {devices}", "只有在 {devices} 上才能看出"),
    "probe-other-version": (
        "the installed MindSpore is not the {version} that this is about",
        "安装的 MindSpore 不是此处所说的 {version}",
    ),
    "probe-no-such-name": ("the installed MindSpore has no {name}", "已安装的 MindSpore 没有 {name}"),
    "probe-unknown-value": (
        "a value that matters here is not known before the code runs",
        "起作用的某个值要到代码运行时才能知道",
    ),
    "probe-unknown-argument": (
        "the value of {name} is not known before the code runs",
        "{name} 的值要到代码运行时才能知道",
    ),
    "probe-failed": ("the experiment itself failed: {reason}", "实验本身失败：{reason}"),
    "probe-other-cause": ("the call raises for another reason: {reason}", "该调用因别的原因抛出 {reason}"),
    "probe-too-slow": ("the experiment took more than {seconds} seconds", "实验超过了 {seconds} 秒"),
    "probe-too-large": ("the experiment took more memory than it may", "实验占用的内存超过上限"),
    "probe-died": (
        "the experiment ended the process it ran in (exit status {status}){said}",
        "实验使所在的进程退出（退出码 {status}）{said}",
    ),
    "probe-not-made": (
        "the process that was to make the experiment ended without an answer{said}",
        "负责该实验的进程没有给出结果就结束了{said}",
    ),
    "confirmed": ("confirmed", "已证实"),
    "refuted": ("refuted", "被推翻"),
    "inconclusive": ("inconclusive", "无法判定"),
    "evidence-of": ("{text} ({where})", "{text}（环境：{where}）"),
    "evidence-other-version": ("the finding is for MindSpore {version}", "该问题针对的是 MindSpore {version}"),
    "mode-pynative": ("PyNative mode", "PyNative 模式"),
    "mode-graph": ("graph mode", "图模式"),
    "total-evidence": (
        "On {device}: {confirmed} confirmed, {refuted} refuted, {inconclusive} inconclusive, {without} without a probe.",
        "在 {device} 上：证实 {confirmed} 个，推翻 {refuted} 个，无法判定 {inconclusive} 个，没有对应实验 {without} 个。",
    ),
    "total-unconfirmed": (
        "{count} that no experiment confirmed are not shown.",
        "另有 {count} 个未经实验证实，没有显示。",
    ),
    # smoke
    "smoke-needs-import": (
        "mslint smoke imports and runs {factory}; say --allow-import if it may",
        "mslint smoke 会导入并运行 {factory}；如果允许，请加上 --allow-import",
    ),
    "smoke-bad-factory": (
        "{option} takes MODULE:NAME, such as src.resnet:resnet50, not {value}",
        "{option} 的写法是 模块:名称，例如 src.resnet:resnet50，而不是 {value}",
    ),
    "smoke-no-input": (
        "say what the network takes: --input 1x3x224x224, or 2x128:int32",
        "请说明网络的输入：--input 1x3x224x224，或 2x128:int32",
    ),
    "smoke-bad-input": (
        "--input takes a shape and a type, such as 1x3x224x224 or 2x128:int32, not {value}",
        "--input 的写法是形状和类型，例如 1x3x224x224 或 2x128:int32，而不是 {value}",
    ),
    "smoke-no-torch": (
        "--reference needs PyTorch, which is not installed here",
        "--reference 需要 PyTorch，而此处没有安装",
    ),
    "smoke-import": ("cannot import {factory}: {reason}", "无法导入 {factory}：{reason}"),
    "smoke-import-at": ("cannot import {factory}: {reason} ({line})", "无法导入 {factory}：{reason}（{line}）"),
    "smoke-not-found": (
        "cannot import {factory}: {reason}; modules are looked for in the current folder, {folder}",
        "无法导入 {factory}：{reason}；模块从当前目录 {folder} 中查找",
    ),
    "smoke-not-found-at": (
        "cannot import {factory}: {reason} ({line}); modules are looked for in the current folder, {folder}",
        "无法导入 {factory}：{reason}（{line}）；模块从当前目录 {folder} 中查找",
    ),
    "smoke-build": ("{factory} cannot be built: {reason}", "{factory} 无法构建：{reason}"),
    "smoke-build-at": ("{factory} cannot be built: {reason} ({line})", "{factory} 无法构建：{reason}（{line}）"),
    "smoke-no-cell": (
        "{factory} gives {found}, not a mindspore.nn.Cell",
        "{factory} 得到的是 {found}，不是 mindspore.nn.Cell",
    ),
    "smoke-no-module": (
        "{factory} gives {found}, not a torch.nn.Module",
        "{factory} 得到的是 {found}，不是 torch.nn.Module",
    ),
    "smoke-cut-off": (
        "{factory} ended the process that it ran in, during or after the check '{check}' (exit status {status}){said}",
        "{factory} 在检查项“{check}”期间或之后使所在的进程退出（退出码 {status}）{said}",
    ),
    "smoke-too-slow": (
        "{factory} took more than {seconds} seconds after the check '{check}'",
        "{factory} 在检查项“{check}”之后超过了 {seconds} 秒",
    ),
    "smoke-head": ("{factory} on {device} ({versions})", "{factory}，设备 {device}（{versions}）"),
    "smoke-ok": ("ok", "正常"),
    "smoke-problem": ("problem", "问题"),
    "smoke-not-applicable": ("n/a", "不适用"),
    "smoke-total": ("{count} of {checks} checks found a problem.", "{checks} 项检查中有 {count} 项发现问题。"),
    "smoke-total-none": ("No problem found in {checks} checks.", "{checks} 项检查都没有发现问题。"),
    "smoke-more": ("{names} and {count} more", "{names} 等（另有 {count} 个）"),
    "smoke-name-parameters": ("parameters", "参数"),
    "smoke-parameters": (
        "{tensors} parameters with {total} values, of which {trainable} are trained",
        "{tensors} 个参数共 {total} 个数值，其中 {trainable} 个参与训练",
    ),
    "smoke-parameters-none": (
        "nothing is trained: none of {total} values requires a gradient",
        "没有任何参数参与训练：{total} 个数值都不需要梯度",
    ),
    "smoke-name-registered": ("registration", "注册"),
    "smoke-registered": ("every layer and every parameter is registered", "所有层和参数都已注册"),
    "smoke-registered-not": (
        "held in a plain list or dictionary, so neither trained nor switched nor saved: {names}",
        "放在普通的列表或字典里，因此不会被训练、切换模式或保存：{names}",
    ),
    "smoke-name-forward": ("forward", "前向"),
    "smoke-forward": ("the output has the shape {shapes} and is finite", "输出形状为 {shapes}，数值有限"),
    "smoke-forward-infinite": (
        "the output has the shape {shapes} and holds NaN or infinity",
        "输出形状为 {shapes}，其中含有 NaN 或无穷大",
    ),
    "smoke-forward-nothing": ("construct returns no tensor", "construct 没有返回 Tensor"),
    "smoke-forward-error": ("the network does not run: {error}", "网络无法运行：{error}"),
    "smoke-name-repeatable": ("inference", "推理"),
    "smoke-repeatable": (
        "in inference mode, the same input gives the same output twice",
        "推理模式下，同样的输入两次得到同样的输出",
    ),
    "smoke-repeatable-not": (
        "in inference mode, two outputs of the same input differ by {difference:.2%}",
        "推理模式下，同样的输入两次得到的输出相差 {difference:.2%}",
    ),
    "smoke-name-modes": ("modes", "模式"),
    "smoke-modes": (
        "what switches (Dropout, BatchNorm: {layers} in all) is active in training and rests in inference",
        "{layers} 个层（Dropout、BatchNorm）在训练时起作用，在推理时不起作用",
    ),
    "smoke-modes-not": (
        "do not switch between training and inference as they should: {names}",
        "没有按训练和推理正确切换：{names}",
    ),
    "smoke-modes-none": ("there is no Dropout and no BatchNorm", "没有 Dropout，也没有 BatchNorm"),
    "smoke-name-gradients": ("gradients", "梯度"),
    "smoke-gradients": (
        "all {weights} trained parameters get a gradient, and all are finite",
        "{weights} 个参与训练的参数都得到梯度，且数值有限",
    ),
    "smoke-gradients-not": ("never get a gradient: {names}", "始终得不到梯度：{names}"),
    "smoke-gradients-infinite": ("gradients hold NaN or infinity", "梯度中含有 NaN 或无穷大"),
    "smoke-gradients-error": ("gradients cannot be computed: {error}", "无法计算梯度：{error}"),
    "smoke-gradients-none": ("there is nothing to train", "没有可训练的参数"),
    "smoke-repeatable-error": ("the second run in inference mode fails: {error}", "推理模式下第二次运行失败：{error}"),
    "smoke-modes-error": ("the network does not run in one of the modes: {error}", "网络在某个模式下无法运行：{error}"),
    "smoke-name-further": ("further checks", "其余检查"),
    "smoke-further-error": ("could not be made: {error}", "无法进行：{error}"),
    "smoke-too-large": (
        "{factory} took more memory than it may after the check '{check}'; try a smaller input",
        "{factory} 在检查项“{check}”之后占用的内存超过上限；请换用较小的输入",
    ),
    "smoke-name-step": ("first step", "第一步"),
    "smoke-step": (
        "the first step changes every trained parameter that has a gradient",
        "第一步训练改变了所有有梯度的参数",
    ),
    "smoke-step-not": ("the first step leaves these unchanged: {names}", "第一步训练没有改变：{names}"),
    "smoke-name-reference": ("PyTorch", "PyTorch"),
    "smoke-reference": (
        "every parameter has its counterpart in PyTorch's network: {ours} trained values in both",
        "每个参数在 PyTorch 网络中都有对应：两边都有 {ours} 个参与训练的数值",
    ),
    "smoke-reference-not": (
        "{ours} trained values here, {theirs} in PyTorch's network",
        "此处有 {ours} 个参与训练的数值，PyTorch 网络中有 {theirs} 个",
    ),
    "smoke-reference-missing": ("missing here: {names}", "此处缺少：{names}"),
    "smoke-reference-extra": ("only here: {names}", "只在此处有：{names}"),
    "smoke-reference-bias": ("biases missing here: {names}", "此处缺少偏置：{names}"),
    "smoke-name-first-output": ("first output", "首次输出"),
    "smoke-first-output": (
        "with the same weights, the first output differs from PyTorch's by {difference:.1e} of its size",
        "使用同样的权重，首次输出与 PyTorch 的相对差为 {difference:.1e}",
    ),
    "smoke-first-output-shapes": (
        "with the same weights, the output has the shape {shapes}, PyTorch's {torch_shapes}",
        "使用同样的权重，输出形状为 {shapes}，PyTorch 的为 {torch_shapes}",
    ),
    "smoke-first-output-error": (
        "the two networks cannot be run on the same input: {error}",
        "两个网络无法在同样的输入上运行：{error}",
    ),
    "smoke-first-output-none": (
        "not compared: the parameters do not match",
        "没有比较：参数不对应",
    ),
    "smoke-column-name": ("name", "名称"),
    "smoke-column-shape": ("shape", "形状"),
    "smoke-column-trained": ("trained", "训练"),
    "smoke-column-torch": ("PyTorch", "PyTorch"),
    "yes": ("yes", "是"),
    "no": ("no", "否"),
}
