"""What the language server says."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    "help-server": (
        "serve an editor over the Language Server Protocol, on standard input and output",
        "通过语言服务器协议（LSP）为编辑器提供服务，使用标准输入和输出",
    ),
    "help-stdio": (
        "no effect; many editors give it: standard input and output are all there is",
        "没有作用，仅为兼容编辑器而保留：服务器只使用标准输入和输出",
    ),
    "server-needs-pygls": (
        "the language server needs pygls 2; install it with: pip install 'mslint[lsp]'",
        "语言服务器需要 pygls 2，请运行 pip install 'mslint[lsp]' 安装",
    ),
    "server-waits": (
        "waiting for an editor on standard input; Ctrl+C ends it",
        "正在等待编辑器从标准输入连接；按 Ctrl+C 结束",
    ),
    "server-may-run-rules": (
        "The configuration of this project names rules of its own (rule-paths: {paths}). mslint would run their code. Do you trust it?",
        "该项目的配置指定了自己的规则（rule-paths：{paths}），mslint 需要运行其中的代码。是否信任？",
    ),
    "server-run-rules": ("Run them", "运行"),
    "server-skip-rules": ("Go on without", "不运行"),
    "server-failed": (
        "mslint itself failed on {path}: {detail}. The next change is checked again.",
        "mslint 检查 {path} 时自身出错：{detail}。下次修改时会重新检查。",
    ),
    "action-silence": ("Silence {code} here with a comment", "在此用注释屏蔽 {code}"),
    "action-unsafe": ("{title} (changes what the code does)", "{title}（会改变代码行为）"),
    "action-fix-all": ("Apply all safe fixes of mslint", "应用 mslint 的所有安全修复"),
}
