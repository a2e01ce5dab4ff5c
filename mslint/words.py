"""Every sentence of the tool itself, in English and Chinese. Rules bring their own words in rule.toml."""

from __future__ import annotations

from typing import Dict, Tuple

LANGUAGES = ("en", "zh")

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    # report, command line
    "why": ("why", "原因"),
    "how": ("fix", "改法"),
    "also": ("also", "另见"),
    "page": ("page", "详情"),
    "page-is": ("mslint rule {code}", "mslint rule {code}"),
    "page-is-file": ("mslint rule {code}, or docs/en/{code}.md", "mslint rule {code}，或 docs/zh/{code}.md"),
    "mint-has": ("{name} has PyTorch's default.", "{name} 的默认值与 PyTorch 相同。"),
    "mint-has-on-ascend": (
        "On Ascend, {name} has PyTorch's default.",
        "在 Ascend 上，{name} 的默认值与 PyTorch 相同。",
    ),
    "labelled": ("{label}: {text}", "{label}：{text}"),
    "heading": ("{label}:", "{label}："),
    "error": ("error", "错误"),
    "warning": ("warning", "警告"),
    "info": ("info", "提示"),
    "likely": ("likely", "可能"),
    "lines-left-out": ("... {count} lines ...", "…… 略去 {count} 行 ……"),
    "total-none-found": ("No problems found in {files}.", "检查了 {files}，没有发现问题。"),
    "total-found": ("Found {counts} in {files} checked.", "检查了 {files}，发现 {counts}。"),
    "total-nothing-checked": ("No file was checked.", "没有检查任何文件。"),
    "n-unread-file": ("{count} files could not be read.", "另有 {count} 个文件无法读取。"),
    "one-unread-file": ("1 file could not be read.", "另有 1 个文件无法读取。"),
    "n-unread-folder": ("{count} folders could not be read.", "另有 {count} 个目录无法读取。"),
    "one-unread-folder": ("1 folder could not be read.", "另有 1 个目录无法读取。"),
    "n-unread-failure": ("mslint itself failed on {count} files.", "mslint 在检查另外 {count} 个文件时自身出错。"),
    "one-unread-failure": ("mslint itself failed on 1 file.", "mslint 在检查另外 1 个文件时自身出错。"),
    "total-hidden": (
        "{count} below the level asked for stayed hidden (--level info shows them).",
        "另有 {count} 处级别较低，未显示（用 --level info 查看）。",
    ),
    "total-hidden-one": (
        "1 below the level asked for stayed hidden (--level info shows it).",
        "另有 1 处级别较低，未显示（用 --level info 查看）。",
    ),
    "total-suppressed": ("{count} silenced by comments.", "{count} 处已被注释屏蔽。"),
    "n-files": ("{count} files", "{count} 个文件"),
    "one-file": ("1 file", "1 个文件"),
    "n-error": ("{count} errors", "{count} 个错误"),
    "one-error": ("1 error", "1 个错误"),
    "n-warning": ("{count} warnings", "{count} 个警告"),
    "one-warning": ("1 warning", "1 个警告"),
    "n-info": ("{count} infos", "{count} 条提示"),
    "one-info": ("1 info", "1 条提示"),
    "list-comma": (", ", "、"),
    "rules-total": ("{count} rules.", "共 {count} 条规则。"),
    "rule-code": ("Code", "编号"),
    "rule-name": ("Name", "名称"),
    "rule-severity": ("Severity", "级别"),
    "rule-title": ("What it finds", "查什么"),
    "rule-status": ("Status", "状态"),
    "rule-since": ("Since", "加入版本"),
    "rule-versions": ("MindSpore", "适用的 MindSpore"),
    "rule-checklist": ("Checklist item", "精度检查项"),
    "rule-why": ("Why", "为什么"),
    "rule-how": ("How to fix", "怎么改"),
    "rule-details": ("Details", "详细说明"),
    "rule-variants": ("What it says", "它会怎么说"),
    "rule-examples": ("Examples", "示例"),
    "rule-examples-note": (
        "A comment names the rule that is reported in its line, and the severity where it is not the usual one.",
        "行尾的注释是该行所报告的规则；若级别与默认不同，也一并注明。",
    ),
    "rule-bad": ("Reported", "会报告"),
    "rule-good": ("Not reported", "不会报告"),
    "rule-silent": ("Silent on purpose", "有意不报"),
    "rule-sources": ("Where this comes from", "依据"),
    "rule-source": ("{title} (checked {date}): {fact}", "{title}（{date} 核对）：{fact}"),
    "rule-measured": ("Measured on real code", "在真实代码上的实测"),
    "rule-measured-line": (
        "{right} right, {wrong} wrong, {cannot_tell} undecided of the findings read in {corpora} on {date}.",
        "{date} 在 {corpora} 中逐条核对：正确 {right} 条，误报 {wrong} 条，无法判断 {cannot_tell} 条。",
    ),
    "rule-suppress": (
        "Silence one place with `# mslint: ignore[{code}] reason`.",
        "若某处确属有意为之，可在行尾写 `# mslint: ignore[{code}] 理由` 屏蔽。",
    ),
    "docs-index-title": ("Rules", "规则"),
    "docs-index-intro": (
        "Generated from the rule units in `rules/` by `python scripts/docs.py`; every example is run as a test.",
        "本目录由 `python scripts/docs.py` 根据 `rules/` 生成；每个示例都会作为测试运行。",
    ),
    "docs-other-language": ("[中文](../zh/{name})", "[English](../en/{name})"),
    "progress": ("checking {done} of {total} files", "正在检查：{done}/{total} 个文件"),
    "own-failure": (
        "mslint itself failed on this file ({kind} in {where}: {detail}); please report it",
        "mslint 在检查该文件时自身出错（{where} 处 {kind}：{detail}），请反馈给开发者",
    ),
    "interrupted": ("interrupted", "已中断"),
    "cannot-read": ("cannot be read: {detail}", "无法读取：{detail}"),
    "stdin-with-paths": (
        "'-' reads standard input and cannot be combined with paths",
        "“-” 表示读取标准输入，不能与其他路径同时使用",
    ),
    "stdin-filename-alone": (
        "--stdin-filename names what '-' reads; give '-' as the path",
        "--stdin-filename 只与 “-” 一起使用，请把路径写成 “-”",
    ),
    "input-closed": ("standard input is closed", "标准输入已关闭"),
    "input-failed": ("standard input cannot be read: {detail}", "无法读取标准输入：{detail}"),
    "output-closed": ("standard output is closed, so nothing can be shown", "标准输出已关闭，无法显示结果"),
    "output-failed": ("the output cannot be written: {detail}", "无法写出结果：{detail}"),
    # confirm
    "no-mindspore": (
        "there is no MindSpore in {python}; install mslint[device] there to ask a device",
        "{python} 中没有安装 MindSpore；要在设备上验证，请在其中安装 mslint[device]",
    ),
    "device-unusable": (
        "MindSpore cannot use the device {device}: {reason}",
        "MindSpore 无法使用设备 {device}：{reason}",
    ),
    "device-no-start": (
        "MindSpore was not ready on {device} within {seconds} seconds",
        "MindSpore 在 {seconds} 秒内没有在 {device} 上就绪",
    ),
    "device-died": (
        "MindSpore ended by itself while it started on {device} (exit status {status})",
        "MindSpore 在 {device} 上启动时自行退出（退出码 {status}）",
    ),
    "probe-other-device": ("this shows only on {devices}", "只有在 {devices} 上才能看出"),
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
        "the experiment ended the process it ran in (exit status {status})",
        "实验使所在的进程退出（退出码 {status}）",
    ),
    "confirmed": ("confirmed", "已证实"),
    "refuted": ("refuted", "被推翻"),
    "inconclusive": ("inconclusive", "无法判定"),
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
    "smoke-import": ("cannot import {factory}: {reason} ({line})", "无法导入 {factory}：{reason}（{line}）"),
    "smoke-build": ("{factory} cannot be built: {reason} ({line})", "{factory} 无法构建：{reason}（{line}）"),
    "smoke-no-cell": (
        "{factory} gives {found}, not a mindspore.nn.Cell",
        "{factory} 得到的是 {found}，不是 mindspore.nn.Cell",
    ),
    "smoke-no-module": (
        "{factory} gives {found}, not a torch.nn.Module",
        "{factory} 得到的是 {found}，不是 torch.nn.Module",
    ),
    "smoke-cut-off": (
        "{factory} ended the process that it ran in, during or after the check '{check}' (exit status {status})",
        "{factory} 在检查项“{check}”期间或之后使所在的进程退出（退出码 {status}）",
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
    "help-smoke": (
        "build a network and see on a device whether it computes, learns and switches modes",
        "构建网络，并在设备上查看其计算、学习和模式切换是否正常",
    ),
    "help-input": (
        "shape and type of an input: 1x3x224x224, 2x128:int32",
        "输入的形状和类型：1x3x224x224、2x128:int32",
    ),
    "help-reference": ("the PyTorch network to compare with, MODULE:NAME", "用来对比的 PyTorch 网络，模块:名称"),
    "help-allow-import": ("the named code may be imported and run", "允许导入并运行所指定的代码"),
    "help-confirm": (
        "check, and show on a device which findings hold",
        "检查，并在设备上验证哪些问题确实存在",
    ),
    "help-device": ("where to run the experiments: {choices}", "在哪里运行实验：{choices}"),
    "help-only-confirmed": ("show only findings that an experiment confirmed", "只显示经实验证实的问题"),
    "no-python-file": ("no Python file (*.py) found in {paths}", "在 {paths} 中没有找到 Python 文件（*.py）"),
    "path-near-command": (
        "{path} does not exist; did you mean the command '{command}'?",
        "路径不存在：{path}；是否想用 {command} 命令？",
    ),
    "path-empty": ("a path is empty; write '.' for the current folder", "有一个路径是空的；当前目录请写作 “.”"),
    "unknown-option": ("there is no option {option}", "没有 {option} 这个选项"),
    "unknown-option-nearest": (
        "there is no option {option}; did you mean {nearest}?",
        "没有 {option} 这个选项，是否想写 {nearest}？",
    ),
    "option-needs-value": ("{option} needs a value", "{option} 后面需要一个值"),
    "option-takes-no-value": ("{option} takes no value", "{option} 后面不能带值"),
    "option-not-one-of": (
        "{option}: {value!r} is not one of {choices}",
        "{option}：{value!r} 无效，可选值为 {choices}",
    ),
    "option-not-a-number": (
        "{option}: {value!r} is not a whole number above 0",
        "{option}：{value!r} 不是正整数",
    ),
    "option-without-code": (
        "{option} needs at least one rule code or name",
        "{option} 至少需要一个规则编号或名称",
    ),
    "unexpected-word": ("unexpected argument: {word!r}", "多余的参数：{word!r}"),
    "missing-word": ("{word} is missing; see 'mslint {command} --help'", "缺少 {word}，用法见 mslint {command} --help"),
    "unknown-rule": (
        "there is no rule {name!r}; 'mslint rules' lists them",
        "没有规则 {name!r}，可用 mslint rules 查看全部规则",
    ),
    "unknown-rule-nearest": (
        "there is no rule {name!r}; did you mean {nearest}?",
        "没有规则 {name!r}，是否想写 {nearest}？",
    ),
    "new-rule-bad-slug": (
        "{slug!r} is not a rule name: lower-case words joined by '-', naming what is found",
        "{slug!r} 不能作规则名：请用小写英文单词，以“-”连接，说明查到的是什么",
    ),
    "new-rule-bad-code": (
        "{code!r} is not a rule code: MSL and three digits",
        "{code!r} 不是规则编号：应为 MSL 加三位数字",
    ),
    "new-rule-taken": (
        "{name} is already a rule, in {folder}",
        "{name} 已有对应规则，位于 {folder}",
    ),
    "new-rule-no-code": (
        "no free code is left between {first} and {last}; give one with --code",
        "{first} 到 {last} 之间已无空闲编号，请用 --code 指定",
    ),
    "new-rule-cannot-write": ("cannot write {path}: {detail}", "无法写入 {path}：{detail}"),
    "new-rule-made": (
        "Made {file}. It is an example that works: edit it, and see it with 'mslint rule {code}'.",
        "已生成 {file}。它是一个可以直接运行的示例：请按需修改，并用 mslint rule {code} 查看。",
    ),
    "new-rule-not-seen": (
        'For mslint to find it, put rule-paths = ["{folder}"] into its configuration.',
        '要让 mslint 找到它，请在配置中写上 rule-paths = ["{folder}"]。',
    ),
    "usage": ("usage", "用法"),
    "help-commands": ("commands", "命令"),
    "help-check-options": ("what is reported, and how", "报告内容与格式"),
    "help-common-options": ("on every command", "所有命令通用"),
    "help-own-options": ("of this command", "本命令的选项"),
    "help-check": (
        "Read MindSpore scripts and name the places where they silently compute something else than was meant.",
        "检查 MindSpore 脚本，指出哪些写法会让结果悄悄偏离本意。",
    ),
    "help-rules": ("List all rules.", "列出全部规则。"),
    "help-rule": ("Show the page of one rule: reason, cure, examples.", "查看一条规则的详细说明：原因、改法和示例。"),
    "help-api": (
        "Show what is known of one API of MindSpore, or of the counterpart of one of PyTorch's.",
        "查看 MindSpore 某个接口的信息，或 PyTorch 某个接口在 MindSpore 中的对应接口。",
    ),
    "unknown-api": (
        "nothing is known of '{name}'; names are written like nn.Dropout, mindspore.ops.softmax or torch.nn.Linear",
        "没有“{name}”的信息；请写成 nn.Dropout、mindspore.ops.softmax 或 torch.nn.Linear 这样的名称",
    ),
    "api-versions": ("versions: {text}", "版本：{text}"),
    "api-target": ("target: {text}", "目标版本：{text}"),
    "api-signature": ("signature: {text}", "参数：{text}"),
    "api-torch": ("PyTorch's counterpart: {text}", "PyTorch 中的对应接口：{text}"),
    "api-mint": ("in mindspore.mint: {text}", "mindspore.mint 中：{text}"),
    "api-mint-alike": ("same defaults as PyTorch: {text}", "默认值与 PyTorch 相同：{text}"),
    "api-since": ("from {since} on", "自 {since} 起"),
    "api-early": ("{since} or earlier, and later ones", "{since} 或更早，以及之后的版本"),
    "api-gone": ("{since} to {last}; {until} does not have it any more", "{since} 至 {last}；{until} 起不再提供"),
    "api-not-there": (" (does not have it)", "（没有该名称）"),
    "api-successor": ("successor: {text}", "替代接口：{text}"),
    "api-deprecated": ("deprecated{since}{use}", "已弃用{since}{use}"),
    "api-will-be-deprecated": ("announced to be deprecated{since}{use}", "文档已预告将弃用{since}{use}"),
    "api-deprecated-since": (" since {since}", "（自 {since} 起）"),
    "api-deprecated-use": ("; instead: {use}", "；替代：{use}"),
    "api-deprecated-argument": ("deprecated argument: {name}{use}", "已弃用的参数：{name}{use}"),
    "api-announced": ("announced in the documentation of 2.10:", "2.10 的文档预告的改动："),
    "api-default-changes": ("{name}: the default {old} becomes {new}", "{name}：默认值将由 {old} 改为 {new}"),
    "api-default-changes-somehow": ("{name}: the default {old} changes", "{name}：默认值 {old} 将会改变"),
    "api-renamed": ("{old} will be called {new}", "{old} 将改名为 {new}"),
    "api-dropped": ("{name} will be removed", "{name} 将被移除"),
    "api-will-removed": ("the API will be removed", "该接口将被移除"),
    "api-will-renamed": ("the API will be called {name}", "该接口将改名为 {name}"),
    "api-will-input": ("the inputs of a call will be called otherwise", "调用时输入的名称将改变"),
    "api-will-overload": ("there will be fewer or other signatures", "可用的参数形式将改变"),
    "api-will-semantics": ("it will do or take something else", "行为或可取的值将改变"),
    "api-will-positions": ("arguments will change their positions", "参数的位置将改变"),
    "api-will-order": ("arguments will stand in another order", "参数的顺序将改变"),
    "api-will-keyword-only": ("arguments will be taken by keyword only", "部分参数只能用关键字传入"),
    "api-will-return": ("it will return something else", "返回值将改变"),
    "api-will-defaults": ("further defaults will change", "其他默认值也将改变"),
    "api-will-required": ("arguments will be required", "部分参数将成为必需"),
    "api-torch-module": (
        "{name} is a part of PyTorch: ask for one of its names, {name}.NAME",
        "{name} 是 PyTorch 的一部分，请查询其中的名称：{name}.名称",
    ),
    "api-torch-only": (
        "{name} is PyTorch's; mslint knows nothing of the same kind in MindSpore",
        "{name} 是 PyTorch 的接口；mslint 未发现 MindSpore 中的同类接口",
    ),
    "api-torch-advised": (
        "{name} is PyTorch's; MindSpore has no such name",
        "{name} 是 PyTorch 的接口，MindSpore 没有它",
    ),
    "api-also": ("also: {text}", "另见：{text}"),
    "api-argument": ("PyTorch's {theirs} is {ours}", "PyTorch 的 {theirs} 在这里是 {ours}"),
    "api-argument-none": ("PyTorch's {theirs} has no counterpart", "PyTorch 的 {theirs} 没有对应参数"),
    "api-position": (
        "position {number}: {ours}, in PyTorch {theirs}",
        "第 {number} 个位置：{ours}，PyTorch 中是 {theirs}",
    ),
    "api-position-none": (
        "position {number}: nothing, in PyTorch {theirs}",
        "第 {number} 个位置：没有参数，PyTorch 中是 {theirs}",
    ),
    "api-default": (
        "default of {name}: MindSpore {ours}, PyTorch {theirs}",
        "{name} 的默认值：MindSpore {ours}，PyTorch {theirs}",
    ),
    "api-write": ("for PyTorch's behaviour: {text}", "与 PyTorch 一致的写法：{text}"),
    "api-write-for-now": (
        "for PyTorch's behaviour: {text} (until an announced change)",
        "与 PyTorch 一致的写法：{text}（预告的改动之前有效）",
    ),
    "api-differences": ("where the two differ:", "两者的差异："),
    "help-new-rule": (
        "Make a folder with a new rule that only needs editing.",
        "新建一条规则的目录，改一改即可使用。",
    ),
    "help-test-rules": (
        "Run the examples of the rules in rule-paths and show which do not yield what they say.",
        "运行 rule-paths 中各规则的示例，指出哪些结果与示例所写不符。",
    ),
    "test-rules-none": (
        "the configuration names no rules of your own (rule-paths), so there is nothing to test",
        "配置中没有用 rule-paths 指定自己的规则，没有可以测试的内容",
    ),
    "test-rules-place": ("{unit}: {example}, line {line}: {problem}", "{unit}：{example}，第 {line} 行：{problem}"),
    "test-rules-bad": ("bad of example {number}", "第 {number} 个示例的 bad"),
    "test-rules-good": ("good of example {number}", "第 {number} 个示例的 good"),
    "test-rules-silent": ("silent case '{case}'", "静默用例“{case}”"),
    "test-rules-unmarked": (
        "{code} {severity} is reported but not marked: {message}",
        "报告了 {code}（{severity}），但没有标注：{message}",
    ),
    "test-rules-unreported": (
        "{code} {severity} is marked but not reported",
        "标注了 {code}（{severity}），但没有报告",
    ),
    "test-rules-no-mark": (
        "no line is marked with a comment '# {code}', so this shows nothing",
        "没有任何一行用注释 “# {code}” 标注，这个示例说明不了什么",
    ),
    "test-rules-closing": (
        "Rules: {rules}; examples and silent cases: {examples}; differences: {count}.",
        "规则 {rules} 条，示例 {examples} 段，与标注不符 {count} 处。",
    ),
    "help-check-epilog": (
        "PATH is a file or a folder ('.' if none is given); '-' reads standard input.\n"
        "Exit status: 0 nothing found, 1 an error or a warning is shown, 2 wrong usage or settings, "
        "a path that does not exist or cannot be read, or a rule that crashed.",
        "PATH 是文件或目录，省略时为当前目录；“-” 表示读取标准输入。\n"
        "退出码：0 没有问题；1 有错误或警告；2 用法或配置有误、路径不存在或无法读取，或某条规则自身出错。",
    ),
    "help-output-format": ("how findings are written: {choices} (default: full)", "输出格式：{choices}（默认 full）"),
    "help-level": (
        "lowest severity shown: {choices} (default: warning)",
        "显示的最低级别：{choices}（默认 warning）",
    ),
    "help-select": (
        "rules to run instead of the default set: codes (MSL101), prefixes (MSL1) or names",
        "只运行这些规则：编号（MSL101）、编号前缀（MSL1）或名称",
    ),
    "help-extend-select": ("rules to run besides the others", "在原有规则之外再运行这些规则"),
    "help-ignore": ("rules not to run", "不运行这些规则"),
    "help-stdin-filename": ("name of the file that '-' stands for", "用 “-” 读取时，内容所对应的文件名"),
    "help-statistics": ("count the findings of each rule", "统计每条规则的发现数"),
    "help-exit-zero": ("exit with 0 even if something is found", "即使有发现，退出码也为 0"),
    "help-quiet": ("findings only, no closing line", "只显示发现，不显示末尾的汇总"),
    "help-force-exclude": (
        "leave excluded files out even where they are named (for pre-commit)",
        "即使在命令行中直接给出，也跳过被 exclude 排除的文件（供 pre-commit 使用）",
    ),
    "help-no-progress": ("no progress bar", "不显示进度条"),
    "help-color": ("colours: {choices} (default: auto)", "是否使用颜色：{choices}（默认 auto）"),
    "help-no-cache": (
        "no cache; accepted, without effect yet: nothing is cached",
        "不使用缓存；可以写，但暂不起作用：目前没有缓存",
    ),
    "help-cache-dir": (
        "where to keep the cache; accepted, without effect yet: nothing is cached",
        "缓存所在目录；可以写，但暂不起作用：目前没有缓存",
    ),
    "help-jobs": (
        "number of processes; accepted, without effect yet: there is one",
        "进程数；可以写，但暂不起作用：目前只用一个进程",
    ),
    "help-target-version": (
        "MindSpore version that the code is for (default: configuration, else the pin in the requirements, else the "
        "newest known)",
        "代码所用的 MindSpore 版本（默认依次取：配置、依赖文件中锁定的版本、已知的最新版本）",
    ),
    "help-lang": ("language: en or zh (default: en)", "语言：en 或 zh（默认 en）"),
    "help-config": ("configuration file to use instead of the nearest", "使用指定的配置文件，不再就近查找"),
    "help-isolated": ("ignore all configuration files", "忽略所有配置文件"),
    "help-exclude": ("files and folders to leave out", "要排除的文件或目录"),
    "help-show-settings": ("show each setting and where it comes from, then exit", "显示每项设置及其来源，然后退出"),
    "help-version": ("show the version, then exit", "显示版本号，然后退出"),
    "help-help": ("show this help, then exit", "显示本帮助，然后退出"),
    "help-rules-format": ("table or json (default: table)", "table 或 json（默认 table）"),
    "help-rule-format": ("text or json (default: text)", "text 或 json（默认 text）"),
    "help-code": ("code of the new rule (default: the next free one)", "新规则的编号（默认取下一个空闲编号）"),
    "help-path": (
        "folder of rules to put it into (default: the first of rule-paths, else ./rules)",
        "放在哪个规则目录下（默认为 rule-paths 的第一项，否则为 ./rules）",
    ),
    # end of report, command line
    # source, config, select, project
    "path-does-not-exist": ("{path} does not exist", "路径不存在：{path}"),
    "path-unreadable": ("{path} cannot be read: {reason}", "无法读取 {path}：{reason}"),
    "path-no-file": (
        "{path} is neither a file nor a folder; '-' reads standard input",
        "{path} 既不是文件也不是目录；“-” 表示读取标准输入",
    ),
    "path-is-notebook": (
        "{path} is a notebook, and notebooks are not read yet",
        "{path} 是 notebook，目前还不支持检查 notebook",
    ),
    "folder-unreadable": ("the folder cannot be read: {reason}", "无法读取该目录：{reason}"),
    "source-utf16": (
        "the file is saved as UTF-16, which Python cannot run; save it as UTF-8",
        "文件保存成了 UTF-16 编码，Python 无法运行，请另存为 UTF-8",
    ),
    "source-nul": (
        "the file holds a NUL byte here, so it is not Python text",
        "此处有一个 NUL 字节，该文件不是 Python 文本",
    ),
    "source-not-utf8": (
        "byte {byte} is not valid UTF-8; save as UTF-8, or name the encoding in line 1 (# -*- coding: ... -*-)",
        "字节 {byte} 不是合法的 UTF-8；请将文件另存为 UTF-8，或在首行注明编码（# -*- coding: ... -*-）",
    ),
    "source-not-utf8-gbk": (
        "byte {byte} is not valid UTF-8, it looks like GBK; save as UTF-8, or put # -*- coding: gbk -*- into line 1",
        "字节 {byte} 不是合法的 UTF-8，文件看起来是 GBK 编码；请另存为 UTF-8，或在首行加上 # -*- coding: gbk -*-",
    ),
    "source-not-in-encoding": (
        "byte {byte} is not valid in {encoding}, the encoding that the file itself declares",
        "文件声明的编码是 {encoding}，但字节 {byte} 在该编码下不合法",
    ),
    "source-unknown-encoding": (
        "the file declares the encoding {encoding!r}, which Python cannot read source code in",
        "文件声明的编码 {encoding!r} 不存在，或不能用于 Python 源代码",
    ),
    "source-bom-contradicts-cookie": (
        "the file begins with a UTF-8 byte order mark but declares the encoding {encoding!r}; remove one of the two",
        "文件以 UTF-8 BOM 开头，却又声明编码为 {encoding!r}，两者只能保留一个",
    ),
    "source-codec-failed": (
        "the file cannot be decoded as {encoding}: {reason}",
        "无法按 {encoding} 解码该文件：{reason}",
    ),
    "settings-default": ("default", "默认值"),
    "settings-no-effect": ("{origin}; no effect yet", "{origin}；暂不起作用"),
    "settings-none": ("no configuration file", "没有配置文件"),
    "config-not-found": ("the configuration file {path} does not exist", "配置文件 {path} 不存在"),
    "config-unreadable": (
        "the configuration file {path} cannot be read: {reason}",
        "无法读取配置文件 {path}：{reason}",
    ),
    "config-not-utf8": (
        "{path}: the file is not valid UTF-8, which TOML asks for",
        "{path}：文件不是合法的 UTF-8，而 TOML 要求 UTF-8 编码",
    ),
    "config-no-table": (
        "{path} has no [tool.mslint] table; add one, or give another file with --config",
        "{path} 中没有 [tool.mslint]，请补上，或用 --config 指定其他文件",
    ),
    "config-toml": ("{where}: not valid TOML: {reason}", "{where}：不是合法的 TOML：{reason}"),
    "config-unknown-key": (
        "{where}: unknown key {name!r}; valid keys are {valid}",
        "{where}：没有 {name!r} 这个配置项，可用的有 {valid}",
    ),
    "config-unknown-key-nearest": (
        "{where}: unknown key {name!r}; did you mean {nearest!r}?",
        "{where}：没有 {name!r} 这个配置项，是否想写 {nearest!r}？",
    ),
    "config-not-text": (
        "{where} must be a quoted string, found {found}",
        "{where} 应为带引号的字符串，实际是 {found}",
    ),
    "config-not-texts": (
        '{where} must be a list of strings such as ["..."], found {found}',
        '{where} 应为字符串列表，形如 ["..."]，实际是 {found}',
    ),
    "config-not-table": ("{where} must be a table, found {found}", "{where} 应为表（table），实际是 {found}"),
    "config-empty": ("{where}: empty text stands for nothing here", "{where} 不能是空字符串"),
    "config-not-one-of": (
        "{where}: {found!r} is not one of {valid}",
        "{where}：{found!r} 无效，可选值为 {valid}",
    ),
    "config-version-number": (
        '{where} must be in quotes, as in "2.10": without them TOML reads 2.10 as the number 2.1',
        '{where} 必须加引号，如 "2.10"：不加引号时，TOML 会把 2.10 读成数字 2.1',
    ),
    "config-version-text": (
        '{where}: {found!r} is not a MindSpore version such as "2.7" or "2.10"',
        '{where}：{found!r} 不是 MindSpore 版本号，应写成 "2.7"、"2.10" 这样的形式',
    ),
    "config-version-unknown": (
        "{where}: this mslint knows MindSpore {oldest} to {newest}, not {found}",
        "{where}：当前 mslint 支持 MindSpore {oldest} 至 {newest}，不支持 {found}",
    ),
    "config-unknown-code": (
        "{where}: there is no rule {code!r}; 'mslint rules' lists them",
        "{where}：没有规则 {code!r}，可用 mslint rules 查看全部规则",
    ),
    "config-unknown-code-nearest": (
        "{where}: there is no rule {code!r}; did you mean {nearest!r}?",
        "{where}：没有规则 {code!r}，是否想写 {nearest!r}？",
    ),
    "config-severity-of-many": (
        "{where}: the severity is set for one rule at a time, not for all that begin with {code!r}",
        "{where}：级别只能逐条规则设置，不能用编号前缀 {code!r}",
    ),
    # end of source, config, select, project
    # parsing, rule units
    "parse-too-deep": (
        "the code is nested or chained too deeply to be parsed (more than 1,000 levels)",
        "代码的嵌套或连续运算过深（超过 1000 层），无法解析",
    ),
    "parse-syntax": ("syntax error: {reason}", "语法错误：{reason}"),
    "rule-language-missing": (
        "{where}: a rule needs its texts in both languages; [text.{language}] is missing",
        "{where}：规则必须同时提供中英文文本，这里缺少 [text.{language}]",
    ),
    "rule-unknown-key": (
        "{where}: unknown key '{key}'; allowed are {allowed}",
        "{where}：未知的键“{key}”，可用的有 {allowed}",
    ),
    "rule-not-a-table": ("{where}: '{key}' must be a table", "{where}：“{key}”必须是表"),
    "rule-not-a-number": ("{where}: '{key}' must be a number", "{where}：“{key}”必须是数字"),
    "rule-not-a-flag": ("{where}: '{key}' must be true or false", "{where}：“{key}”只能是 true 或 false"),
    "rule-text-missing": ("{where}: '{key}' must be given, as a string", "{where}：必须以字符串形式给出“{key}”"),
    "rule-not-strings": ("{where}: '{key}' must be a list of strings", "{where}：“{key}”必须是字符串列表"),
    "rule-bad-value": ("{where}: '{value}' is no valid value of '{key}'", "{where}：“{value}”不是“{key}”的合法取值"),
    "rule-not-one-of": (
        "{where}: '{key}' is '{value}' but must be one of {allowed}",
        "{where}：“{key}”的值是“{value}”，只能取 {allowed}",
    ),
    "rule-duplicate": ("{where}: '{key}' is already taken by {other}", "{where}：“{key}”已被 {other} 占用"),
    "rule-bad-range": (
        "{where}: '{value}' is no range of MindSpore versions; write one such as '>=2.0', '>=2.0,<2.8' or '<2.1'",
        "{where}：“{value}”不是 MindSpore 的版本范围，应写成 “>=2.0”、“>=2.0,<2.8” 或 “<2.1” 这样的形式",
    ),
    "rule-bad-template": (
        "{where}: '{key}' is no text with placeholders: {reason}",
        "{where}：“{key}”中的占位符写法有误：{reason}",
    ),
    "rule-bad-placeholder": (
        "{where}: the placeholder {{{name}}} in '{key}' must be a plain name, as in {{api}}; a brace itself is written twice",
        "{where}：“{key}”中的占位符 {{{name}}} 应为普通名称，如 {{api}}；花括号本身要写两遍",
    ),
    "rule-variant-missing": (
        "{where}: the variant '{name}' needs its text in both languages; [text.{language}.variants.{name}] is missing",
        "{where}：变体“{name}”必须同时提供中英文文本，这里缺少 [text.{language}.variants.{name}]",
    ),
    "rule-asks-nothing": (
        "{where}: the unit has neither [[api]] rows nor anything under [on], so it would never be asked",
        "{where}：规则单元既没有 [[api]]，[on] 中也没有内容，永远不会被执行",
    ),
    "rule-checker-missing": (
        "{where}: [on] needs a checker.py, which is missing in {folder}",
        "{where}：写了 [on] 就需要 checker.py，但 {folder} 中没有",
    ),
    "rule-unreadable": ("{where}: the file cannot be read: {reason}", "{where}：无法读取该文件：{reason}"),
    "rule-path-missing": (
        "{where}: the folder {path} does not exist",
        "{where}：目录 {path} 不存在",
    ),
    "rule-path-empty": (
        "{where}: {path} holds no rule: each is a folder of its own with a rule.toml",
        "{where}：{path} 中没有规则；每条规则应是一个含有 rule.toml 的子目录",
    ),
    "flaw-not-iterable": (
        "the checker must yield hits, it returned {found}",
        "检查器应当用 yield 给出 Hit，实际返回了 {found}",
    ),
    "flaw-no-hit": ("the checker must yield hits, it yielded {found}", "检查器应当给出 Hit，实际给出了 {found}"),
    "flaw-wrong-part": (
        "'{part}' of the hit must be {wanted} but is {found}",
        "Hit 的 {part} 应为 {wanted}，实际是 {found}",
    ),
    "flaw-no-variant": (
        "there is no variant '{variant}' among the texts; there are {known}",
        "文本中没有名为“{variant}”的变体，只有 {known}",
    ),
    "flaw-unfilled": (
        "the text asks for {{{name}}}, the hit only gives {given}",
        "文本要填入 {{{name}}}，而 Hit 只给出了 {given}",
    ),
    "flaw-unformattable": ("the text cannot be filled in: {reason}", "无法填写文本中的占位符：{reason}"),
    "rule-checker-broken": ("{where}: the checker cannot be loaded: {reason}", "{where}：无法加载检查器：{reason}"),
    "rule-checker-lacks": (
        "{where}: the unit asks for a function {entry}, which is missing",
        "{where}：规则单元需要函数 {entry}，但没有定义",
    ),
    "rule-checker-signature": (
        "{where}: {entry} must take ({wanted}) but takes ({found})",
        "{where}：{entry} 的参数应为 ({wanted})，实际为 ({found})",
    ),
}


def say(lang: str, key: str, /, **params: object) -> str:
    """The sentence `key` in the language `lang`, with its placeholders filled; a tuple of texts is a list of them."""
    index = LANGUAGES.index(lang)
    comma = WORDS["list-comma"][index]
    filled = {name: comma.join(value) if isinstance(value, tuple) else value for name, value in params.items()}
    return WORDS[key][index].format(**filled)
