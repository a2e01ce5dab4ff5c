"""What is said of a look at real data."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    # what cannot be followed
    "data-bad-function": (
        "--data takes MODULE:FUNCTION, such as src.dataset:create_dataset, not {value}",
        "--data 的写法是 模块:函数，例如 src.dataset:create_dataset，而不是 {value}",
    ),
    "data-bad-arg": (
        "--arg takes NAME=VALUE, such as batch_size=32, not {value}",
        "--arg 的写法是 名称=值，例如 batch_size=32，而不是 {value}",
    ),
    "data-arg-twice": ("--arg gives {name} twice", "--arg 两次给出了 {name}"),
    "data-bad-purpose": (
        "--data-for takes train or eval, not {value}",
        "--data-for 的取值是 train 或 eval，而不是 {value}",
    ),
    "data-bad-number": (
        "{option} takes a number from {least} on, not {value}",
        "{option} 的取值是不小于 {least} 的数，而不是 {value}",
    ),
    "data-too-many-shards": (
        "--shards takes at most {most}, not {value}",
        "--shards 最大为 {most}，而不是 {value}",
    ),
    "data-no-list": (
        "cannot read the list of files {file}: {reason}",
        "无法读取文件清单 {file}：{reason}",
    ),
    "data-bad-list": (
        "{file}, line {line}: expected a SHA-256, a size and a path with two spaces between them, as --write-files writes them",
        "{file} 第 {line} 行：应为 SHA-256、大小和路径，之间各有两个空格，即 --write-files 写出的格式",
    ),
    "data-cannot-write": (
        "cannot write the list of files to {file}",
        "无法把文件清单写入 {file}",
    ),
    "data-no-such-label": (
        "the dataset has no column {label}; its columns are {columns}",
        "数据集中没有 {label} 列；现有的列：{columns}",
    ),
    "data-no-dataset": (
        "{function} gives {found}, not a dataset of mindspore.dataset",
        "{function} 得到的是 {found}，不是 mindspore.dataset 的数据集",
    ),
    "data-build-slow": (
        "{function} did not give a dataset within {seconds} s",
        "{function} 在 {seconds} 秒内没有给出数据集",
    ),
    "data-too-slow": (
        "{function} gave no sign of life for {seconds} s",
        "{function} 在 {seconds} 秒内没有任何响应",
    ),
    "data-too-large": (
        "{function} took more memory than it may",
        "{function} 占用的内存超过上限",
    ),
    "data-failed": (
        "the look at {function} itself failed: {reason}",
        "对 {function} 的查看本身失败：{reason}",
    ),
    "data-cut-off": (
        "{function} ended the process that it ran in (exit status {status}){said}",
        "{function} 使所在的进程退出（退出码 {status}）{said}",
    ),
    # how far the look went
    "data-nothing-seen": (
        "no sample could be read, so nothing is known of this",
        "一个样本也没有读到，因此无从判断",
    ),
    "data-partly": (
        "only the first {samples:sample was|samples were} looked at; how many there are is not known",
        "只查看了前 {samples} 个样本；样本总数未知",
    ),
    "data-partly-of": (
        "only the first {samples} of {size} samples were looked at",
        "只查看了 {size} 个样本中的前 {samples} 个",
    ),
    "data-slow": (
        "the time was over after {samples:sample|samples}; --data-seconds gives more of it",
        "读取 {samples} 个样本后时间用完；可用 --data-seconds 延长",
    ),
    "data-endless": (
        "the pipeline repeats its data without end",
        "数据管道无限重复数据",
    ),
    "data-repeats": (
        "the pipeline gives all data {repeats:time|times}; a sample is counted once",
        "数据管道把全部数据给出 {repeats} 次；每个样本只计一次",
    ),
    "data-too-few": (
        "only {samples:sample|samples} could be looked at before the data broke off; from fewer than {few}, nothing is concluded",
        "数据中断之前只能查看 {samples} 个样本；少于 {few} 个时不下结论",
    ),
    "data-error": (
        "{error} ({place})",
        "{error}（{place}）",
    ),
    "data-unsplit": (
        "the columns of a batch differ in length, so each batch was taken for one sample",
        "一个批次中各列的长度不同，因此把每个批次当作一个样本",
    ),
    "data-guessed": (
        "what gives the samples is no dataset of mindspore.dataset; its rows were taken for batches, since all columns have one length",
        "给出样本的对象不是 mindspore.dataset 的数据集；由于各列长度相同，把它的每一行当作一个批次",
    ),
    "data-fails": (
        "after {samples:sample|samples} had come, the pipeline failed: {error}",
        "数据管道在给出 {samples} 个样本之后出错：{error}",
    ),
    "data-fails-first": (
        "the pipeline fails before its first sample: {error}",
        "数据管道在给出第一个样本之前出错：{error}",
    ),
    "data-hangs": (
        "the pipeline hangs: after {samples:sample|samples}, no further one came for {waited:second|seconds}",
        "数据管道停住不动：给出 {samples} 个样本之后，{waited} 秒内没有再给出样本",
    ),
    "data-hangs-first": (
        "the pipeline hangs: not one sample came within {waited:second|seconds}",
        "数据管道停住不动：{waited} 秒内一个样本也没有给出",
    ),
    "data-empty": (
        "the dataset holds no samples: its pipeline gives none",
        "数据集中没有样本：数据管道一个也没有给出",
    ),
    # ds.01
    "data-missing": (
        "column {column}: {nan} NaN and {inf:infinite value|infinite values} ({share} of {values:value|values}), in {affected} of {samples:sample|samples}; the first in the order of this pass, counted from 0: {first}",
        "{column} 列：有 {nan} 个 NaN 和 {inf} 个无穷大（占 {values} 个数值的 {share}），涉及 {samples} 个样本中的 {affected} 个；按本次读取的顺序（从 0 计数），最先的是样本 {first}",
    ),
    "data-masked": (
        "column {column}: a text that may stand for a missing value is in {affected} of {samples:sample|samples}: {texts}; the first in the order of this pass, counted from 0: {first}",
        "{column} 列：{samples} 个样本中有 {affected} 个含有可能表示缺失值的文本：{texts}；按本次读取的顺序（从 0 计数），最先的是样本 {first}",
    ),
    "data-missing-none": (
        "no NaN and no infinity in {samples:sample|samples} (columns looked at: {columns})",
        "{samples} 个样本中没有 NaN 和无穷大（查看的列：{columns}）",
    ),
    "data-missing-integers": (
        "all columns hold integers, which are never NaN or infinite ({samples:sample was|samples were} looked at)",
        "所有列都是整数，不会有 NaN 或无穷大（查看了 {samples} 个样本）",
    ),
    "data-missing-title": ("Missing values by column", "各列的缺失值"),
    "data-column-column": ("column", "列"),
    "data-column-values": ("values", "数值个数"),
    "data-column-nan": ("NaN", "NaN"),
    "data-column-inf": ("infinite", "无穷大"),
    "data-column-texts": ("suspicious texts", "可疑文本"),
    "data-column-share": ("share", "占比"),
    "data-column-first": ("first samples", "最先的样本"),
    # ds.02
    "data-unlabelled": ("the data have no labels, as you say", "按您所述，数据没有标签"),
    "data-samples": (
        "shown: {count:sample|samples} of {labels:label|labels}, all that there are; see whether each has the right label",
        "展示了全部 {labels} 个标签的 {count} 个样本；请看它们的标签是否正确",
    ),
    "data-samples-some": (
        "shown: {count:sample|samples} of {labels:label|labels}, drawn from {all}; see whether each has the right label",
        "从 {all} 个标签中随机抽取 {labels} 个，展示了它们的 {count} 个样本；请看它们的标签是否正确",
    ),
    "data-samples-plain": (
        "shown: {count:sample|samples}, without classes to draw them by; see whether each has what belongs to it",
        "展示了 {count} 个样本，没有可供分层抽样的类别；请看每个样本的内容是否相符",
    ),
    "data-samples-title": ("Samples", "样本"),
    "data-sample": (
        "sample {number}, in the order of this pass",
        "样本 {number}（按本次读取的顺序）",
    ),
    "data-titled": (
        "{title} ({note})",
        "{title}（{note}）",
    ),
    "data-label-name": (
        "the column {label} was taken for the label, by its name; --label names another one",
        "根据名称把 {label} 列当作标签；可用 --label 指定其他列",
    ),
    "data-label-last": (
        "the column {label} was taken for the label, being the last one with a single integer; --label names another one",
        "把 {label} 列当作标签，因为它是最后一个单个整数的列；可用 --label 指定其他列",
    ),
    # ds.03
    "data-no-label": (
        "no label column was found; name it with --label, or say --label none",
        "没有找到标签列；请用 --label 指定，没有标签时写 --label none",
    ),
    "data-no-classes": (
        "the column {label} does not hold classes: {count:sample has a label|samples have labels} of the type {dtype} and the shape {shape}, neither integer nor one-hot",
        "{label} 列的内容不是类别：{count} 个样本的标签是形状为 {shape} 的 {dtype}，既不是整数也不是独热编码",
    ),
    "data-classes": (
        "{classes:class|classes} in the column {label}: the largest ({large}) has {most:sample|samples}, the smallest ({small}) {least}, which is {ratio} to 1; the standard deviation is {deviation}",
        "{label} 列有 {classes} 个类别：最大的类别（{large}）有 {most} 个样本，最小的（{small}）有 {least} 个，比值为 {ratio}；标准差为 {deviation}",
    ),
    "data-classes-even": (
        "{classes:class|classes} in the column {label}, each with {most:sample|samples}",
        "{label} 列有 {classes} 个类别，每个类别都有 {most} 个样本",
    ),
    "data-classes-one": (
        "the column {label} holds the same label {large} in every sample, of which there are {most}",
        "{label} 列中全部 {most} 个样本的标签都是 {large}",
    ),
    "data-classes-rule": (
        "on average {average} samples per class, at least {least}; the guide's rule of thumb for supervised learning is {rule:sample|samples}",
        "平均每个类别 {average} 个样本，最少 {least} 个；指南对监督学习的经验值是每类 {rule} 个",
    ),
    "data-classes-few": (
        "classes with fewer than {limit:sample|samples}: {count} of {classes} ({names}), the smallest with {least}; the guide's rule of thumb for supervised learning is {rule} per class, and {limit} is a bound of mslint's own",
        "{classes} 个类别中有 {count} 个不足 {limit} 个样本（{names}），最少的只有 {least} 个；指南对监督学习的经验值是每类 {rule} 个，{limit} 个是 mslint 自定的界限",
    ),
    "data-classes-missing": (
        "of the classes 0 to {last}, these have no sample ({count}): {names}",
        "在类别 0 到 {last} 中，有 {count} 个没有样本：{names}",
    ),
    "data-classes-sparse": (
        "the labels go up to {last}, but of these classes only {classes:has samples|have samples}",
        "标签最大为 {last}，但只有 {classes} 个类别有样本",
    ),
    "data-classes-from-one": (
        "the labels go from 1 to {last}, and none is 0; MindSpore's losses count classes from 0",
        "标签的范围是 1 到 {last}，没有 0；MindSpore 的损失函数从 0 开始计数类别",
    ),
    "data-classes-negative": (
        "some labels are negative: {names}; see that the loss ignores them",
        "有负数标签：{names}；请确认损失函数会忽略它们",
    ),
    "data-classes-title": ("Samples of each class", "各类别的样本数"),
    # ds.04
    "data-files": (
        "files in {folder}: {count}, with {bytes:byte|bytes}; where the data are known to be right, write a list with --write-files, and compare here with --files-against",
        "{folder} 中有 {count} 个文件，共 {bytes} 字节；请在数据确认无误的环境中用 --write-files 写出清单，再在此处用 --files-against 比较",
    ),
    "data-files-none": (
        "no file was seen that the data are read from; they may be made in memory or be read by a library that reads past Python",
        "没有看到读取数据的文件；数据可能在内存中生成，或由绕过 Python 的库读取",
    ),
    "data-files-same": (
        "the files in {folder} are those of {file}: {count}, with {bytes:byte|bytes}",
        "{folder} 中的 {count} 个文件（共 {bytes} 字节）与 {file} 一致",
    ),
    "data-files-missing": (
        "missing here of the files in {file} ({count}): {names}",
        "此处缺少 {file} 中的 {count} 个文件：{names}",
    ),
    "data-files-extra": (
        "files that are not in {file} ({count}): {names}",
        "有 {count} 个文件不在 {file} 中：{names}",
    ),
    "data-files-changed": (
        "files that differ from those in {file} ({count}): {names}",
        "有 {count} 个文件与 {file} 中的不同：{names}",
    ),
    "data-files-sizes": (
        "files that were compared by their size alone: {count}",
        "有 {count} 个文件只比较了大小",
    ),
    "data-files-cut": (
        "of {all} files, {count} were listed, and not all of them were read: it was too much",
        "共 {all} 个文件，列出了 {count} 个，因数据量过大没有全部读取",
    ),
    "data-files-partly": (
        "of files that are opened one by one, only those of the first {samples:sample|samples} are known",
        "对逐个打开的文件，只知道前 {samples} 个样本用到的文件",
    ),
    "data-files-written": ("the list of files was written to {file} ({count})", "{count} 个文件的清单已写入 {file}"),
    "data-files-title": ("Files that differ", "不一致的文件"),
    "data-column-difference": ("difference", "差异"),
    "data-column-path": ("path", "路径"),
    "data-difference-missing": ("missing", "缺少"),
    "data-difference-extra": ("extra", "多出"),
    "data-difference-changed": ("changed", "不同"),
    # dp.01
    "data-scale-raw": (
        "column {column}: the values of the images go from {low} to {high}, so they are still on the scale of raw pixels",
        "{column} 列：图像数值的范围是 {low} 到 {high}，仍是原始像素的尺度",
    ),
    "data-scale-unit": (
        "column {column}: the values go from {low} to {high}",
        "{column} 列：数值范围是 {low} 到 {high}",
    ),
    "data-scale-standard": (
        "column {column}: the values go from {low} to {high}, with means of {mean} and standard deviations of {std}",
        "{column} 列：数值范围是 {low} 到 {high}，均值为 {mean}，标准差为 {std}",
    ),
    "data-scale-constant": (
        "column {column}: every value is {low}",
        "{column} 列：所有数值都是 {low}",
    ),
    "data-scale-other": (
        "column {column}: the values go from {low} to {high}, with means of {mean} and standard deviations of {std}; see whether that is what the network expects",
        "{column} 列：数值范围是 {low} 到 {high}，均值为 {mean}，标准差为 {std}；请看这是否符合网络的要求",
    ),
    "data-scale-none": (
        "there is no column of images or of floating-point numbers besides the label",
        "除标签外，没有图像或浮点数的列",
    ),
    "data-scale-title": ("Scale by column and channel", "各列各通道的尺度"),
    "data-column-channel": ("channel", "通道"),
    "data-column-min": ("minimum", "最小值"),
    "data-column-max": ("maximum", "最大值"),
    "data-column-mean": ("mean", "均值"),
    "data-column-std": ("standard deviation", "标准差"),
    # dp.03
    "data-order-same-part": (
        "the first {samples} samples came in the same order twice, but not in two epochs of one training; see that the data are shuffled",
        "前 {samples} 个样本两次的顺序相同，但不是同一次训练的两个 epoch；请确认数据经过混洗",
    ),
    "data-order-same": (
        "two epochs give the same {samples} samples in the same order: the data are not shuffled",
        "两个 epoch 以相同的顺序给出相同的 {samples} 个样本：数据没有被混洗",
    ),
    "data-order-same-by": (
        "in two epochs the {samples} values of the column {column} come in the same order: the data are not shuffled",
        "两个 epoch 中 {column} 列的 {samples} 个值顺序相同：数据没有被混洗",
    ),
    "data-order-other": (
        "two epochs give the {samples} samples in different orders",
        "两个 epoch 以不同的顺序给出 {samples} 个样本",
    ),
    "data-order-near": (
        "two epochs give the {samples} samples in different orders, but a sample moves only by {moved} of the data on average: the buffer of the shuffle is small",
        "两个 epoch 给出 {samples} 个样本的顺序不同，但样本平均只移动了数据总量的 {moved}：混洗所用的缓冲区较小",
    ),
    "data-order-groups": (
        "two epochs give the {samples} samples in different orders, but {kept} of all neighbours stay side by side: groups of samples, such as batches, are shuffled, and not the samples",
        "两个 epoch 给出 {samples} 个样本的顺序不同，但 {kept} 的相邻样本仍然相邻：被混洗的是成组的样本（例如批次），而不是单个样本",
    ),
    "data-order-together": (
        "two epochs give the {samples} samples in different orders, but {share} of all neighbours have the same value of the column {label}, far more than by chance: the data are not shuffled well",
        "两个 epoch 给出 {samples} 个样本的顺序不同，但 {share} 的相邻样本在 {label} 列的值相同，远高于随机情况：数据混洗得不充分",
    ),
    "data-order-few": (
        "{samples:sample is|samples are} too few to tell whether the data are shuffled",
        "样本只有 {samples} 个，不足以判断是否被混洗",
    ),
    "data-order-alike": (
        "the {samples} samples are too much alike to tell whether they are shuffled",
        "{samples} 个样本过于相似，无法判断是否被混洗",
    ),
    "data-order-random": (
        "the samples are changed at random, or only a part of them was seen: whether they are shuffled cannot be told from {samples} samples",
        "样本被随机改变，或者只看到一部分：从 {samples} 个样本无法判断是否被混洗",
    ),
    "data-order-empty": (
        "the second epoch gives no samples after {samples} in the first: the source can be read only once",
        "第一个 epoch 有 {samples} 个样本，第二个 epoch 却没有：数据源只能读取一次",
    ),
    "data-order-stalled": (
        "the pipeline hangs in the second pass, after {samples:sample|samples}",
        "数据管道在第二遍读取 {samples} 个样本后停住不动",
    ),
    "data-order-error": (
        "the pipeline fails in the second pass: {error}",
        "数据管道在第二遍读取时出错：{error}",
    ),
    "data-order-unseen": (
        "no second pass could be made, so the order of the samples is not known",
        "没有进行第二遍读取，因此不知道样本的顺序",
    ),
    # dp.04
    "data-pads": (
        "the pipeline pads: {nodes}; see whether value, side and length are those that the network was designed for",
        "数据管道中有补齐操作：{nodes}；请看补齐的值、位置和长度是否符合网络的设计",
    ),
    "data-padded-end": (
        "column {column}: {samples} of {total:sample|samples} end in a run of {value}; the runs take {shortest} to {longest} of {of} {what}, {share} of all values",
        "{column} 列：{total} 个样本中有 {samples} 个以连续的 {value} 结尾；长度为 {shortest} 到 {longest}{what}（共 {of}{what}），占全部数值的 {share}",
    ),
    "data-padded-begin": (
        "column {column}: {samples} of {total:sample|samples} begin with a run of {value}; the runs take {shortest} to {longest} of {of} {what}, {share} of all values",
        "{column} 列：{total} 个样本中有 {samples} 个以连续的 {value} 开头；长度为 {shortest} 到 {longest}{what}（共 {of}{what}），占全部数值的 {share}",
    ),
    "data-of-places": (
        "places",
        " 个位置",
    ),
    "data-of-rows": (
        "rows",
        " 行",
    ),
    "data-of-columns": (
        "columns",
        " 列",
    ),
    "data-run": (
        "{shortest} to {longest} {what}",
        "{shortest} 到 {longest}{what}",
    ),
    "data-padding-own": (
        "no column shows a sign of padding; code of the program's own works on the samples, and in images padding cannot be seen",
        "没有任何列有补齐的迹象；但程序自己的代码会处理样本，而图像中的补齐无法看出",
    ),
    "data-padding-none": (
        "no column shows a sign of padding, and no operation pads",
        "没有任何列有补齐的迹象，也没有补齐操作",
    ),
    "data-padding-title": ("Signs of padding", "补齐的迹象"),
    "data-column-side": ("side", "位置"),
    "data-column-value": ("value", "值"),
    "data-column-samples": ("samples", "样本数"),
    "data-column-run": ("length", "长度"),
    "data-side-end": ("end", "末尾"),
    "data-side-begin": ("begin", "开头"),
    # dp.05
    "data-shards-none": (
        "the dataset function takes no parameters for shards, such as num_shards and shard_id",
        "数据集函数没有用于分片的参数，例如 num_shards 和 shard_id",
    ),
    "data-shards-given": (
        "{number} or {place} is fixed by --arg; leave them out so that the shards can be compared with all samples",
        "{number} 或 {place} 已由 --arg 固定；请去掉它们，以便把各分片与全部样本比较",
    ),
    "data-shards-unseen": (
        "no shards could be built, so nothing is known of them",
        "没有构建分片，因此无从判断",
    ),
    "data-shards-too-many": (
        "there are more samples than were looked at, so the shards cannot be compared; --samples and --data-seconds give more",
        "样本多于所查看的数量，因此无法比较各分片；可用 --samples 和 --data-seconds 放宽",
    ),
    "data-shards-random": (
        "every sample is changed at random, so the samples of the {shards} shards cannot be told apart",
        "每个样本都被随机改变，因此无法分辨 {shards} 个分片的样本",
    ),
    "data-shards-stalled": (
        "with {number}={shards} the pipeline hangs",
        "当 {number}={shards} 时，数据管道停住不动",
    ),
    "data-shards-error": (
        "with {number}={shards} the dataset fails: {error}",
        "当 {number}={shards} 时，数据集出错：{error}",
    ),
    "data-shards": (
        "the {shards} shards hold {given:sample|samples}, out of {all}, and share none of them",
        "{shards} 个分片共有 {given} 个样本（总数 {all}），互不重复",
    ),
    "data-shards-labels": (
        "in the columns {columns}, the {given:sample|samples} of the {shards} shards are together like all {all}; the rest of a sample is changed at random and cannot be compared",
        "在 {columns} 列中，{shards} 个分片的 {given} 个样本合起来与全部 {all} 个样本一致；样本的其余部分被随机改变，无法比较",
    ),
    "data-shards-overlap": (
        "the {shards} shards overlap: {double:sample is|samples are} given more than once ({given} given, {all} there are)",
        "{shards} 个分片有重复：{double} 个样本被多次给出（共给出 {given} 个，实有 {all} 个）",
    ),
    "data-shards-filled": (
        "so that the {shards} shards are equally long, some samples are given twice: {double}",
        "有 {double} 个样本被给出两次，使 {shards} 个分片长度相同",
    ),
    "data-shards-lost": (
        "in none of the {shards} shards: {lost} of {all:sample|samples}",
        "{all} 个样本中有 {lost} 个不在 {shards} 个分片的任何一个中",
    ),
    "data-shards-rest": (
        "left out: {lost} of {all:sample|samples}, a remainder that does not fill the shards or their batches",
        "{all} 个样本中有 {lost} 个被舍去：不足以填满各分片或其批次的余数",
    ),
    "data-shards-unsteady": (
        "the shard {place}=0 holds other samples when it is built again, with the same seeds",
        "在相同的随机种子下再次构建，分片 {place}=0 的样本不同",
    ),
    "data-shards-listing": (
        "which samples the shard {place}=0 holds depends on the order in which the file system lists folders, which differs between machines: sort what os.listdir, os.scandir or glob gives",
        "分片 {place}=0 有哪些样本取决于文件系统列出目录的顺序，而不同机器的顺序不同：请对 os.listdir、os.scandir 或 glob 的结果排序",
    ),
    "data-shards-seed": (
        "which samples the shard {place}=0 holds depends on the random seed: every process must set the same one before",
        "分片 {place}=0 有哪些样本取决于随机种子：每个进程都必须事先设置相同的种子",
    ),
    "data-shards-source": (
        "the samples were compared where they are read, before the pipeline changes them at random",
        "样本是在读取处比较的，即在数据管道随机改变它们之前",
    ),
    "data-shards-title": ("Samples of each shard", "各分片的样本数"),
    "data-column-shard": ("shard", "分片"),
}
