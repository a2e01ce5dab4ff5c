"""`mslint completion`: prints the glue for a shell and answers it when it asks what may follow."""

from __future__ import annotations

import os
from typing import Iterator, List, Mapping, Sequence, Tuple

from mslint.cli import streams
from mslint.cli.options import SHELLS, Options, expected
from mslint.cli.settings import overrides_from
from mslint.config import Settings, default_settings
from mslint.errors import UserError

FILES = ":files"  # names of files may follow too

_BASH = r"""# mslint: completion for bash. In ~/.bashrc: eval "$(mslint completion bash)"
_mslint() {
    local cur="${COMP_WORDS[COMP_CWORD]}" word last=-1 joined= line value
    local -a words=() replies=()
    # bash splits at "=": put together what was written as one word.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ $last -ge 0 && ( $word == "=" || -n $joined ) ]]; then
            words[last]+="$word"
        else
            last=$((last + 1))
            words[last]="$word"
        fi
        if [[ $word == "=" ]]; then joined=1; else joined=; fi
    done
    local prefix="${words[last]%"$cur"}"
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == ":files" ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$cur")
            continue
        fi
        value="${line%%$'\t'*}"
        value="${value#"$prefix"}"
        # A second TAB lists what there is, with what it means.
        if [[ ${COMP_TYPE:-9} == 63 && $line == *$'\t'?* ]]; then
            replies+=("$value  (${line#*$'\t'})")
        else
            replies+=("$value")
        fi
    done < <("${COMP_WORDS[0]}" completion words -- "${words[@]}" 2>/dev/null)
    if [[ ${#replies[@]} == 1 ]]; then replies=("${replies[0]%%  (*}"); fi
    COMPREPLY+=("${replies[@]}")
}
complete -F _mslint mslint
"""

_ZSH = r"""#compdef mslint
# mslint: completion for zsh. In ~/.zshrc, after compinit: eval "$(mslint completion zsh)"
_mslint() {
    local -a rows
    local line files=
    for line in "${(@f)$(${words[1]} completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        if [[ $line == ":files" ]]; then
            files=1
        elif [[ -n $line ]]; then
            rows+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        fi
    done
    if (( ${#rows} )); then _describe mslint rows; fi
    if [[ -n $files ]]; then _files; fi
}
if [[ ${funcstack[1]} == _mslint ]]; then _mslint "$@"; else compdef _mslint mslint; fi
"""

_FISH = r"""# mslint: completion for fish. In ~/.config/fish/config.fish: mslint completion fish | source
function __mslint_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] completion words -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            printf '%s\n' $line
        end
    end
end
complete -c mslint -f -a '(__mslint_complete)'
"""

_POWERSHELL = r"""# mslint: completion for PowerShell. In $PROFILE:
# mslint completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName mslint -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    # An empty argument would get lost on its way.
    if ($wordToComplete -eq '') { $words += '""' }
    & $commandAst.CommandElements[0].ToString() completion words -- @words 2>$null | ForEach-Object {
        $value, $help = $_ -split "`t", 2
        if ($value -ne ':files') {
            if (-not $help) { $help = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $help)
        }
    }
}
"""

SCRIPTS: Mapping[str, str] = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH, "powershell": _POWERSHELL}


def completion(options: Options) -> int:
    """Print a script, or, for one, what may follow."""
    shell, *words = options.words
    if shell == "words":
        for value, meaning in candidates(words, options):
            streams.write(f"{value}\t{meaning}" if meaning else value)
        return 0
    if shell not in SCRIPTS:
        raise UserError("unknown-shell", shell=shell, known=SHELLS)
    streams.write(SCRIPTS[shell].rstrip("\n"))
    return 0


def candidates(words: Sequence[str], options: Options) -> Iterator[Tuple[str, str]]:
    """What may stand for the last of these words, each with what it means."""
    words = [*words[:-1], "" if words[-1:] == ['""'] else words[-1]] if words else [""]
    settings = _settings(options)
    command, kind, known = expected(words, settings.lang)
    typed, before = words[-1], ""
    if typed.startswith("-") and "=" in typed:
        before, _, typed = typed.partition("=")
        before += "="
    rows: List[Tuple[str, str]] = list(known)
    if kind == "CODES":
        done, comma, typed = typed.rpartition(",")
        before += done + comma
    if kind == "CODES" or (kind == "word" and command == "rule"):
        rows = _rules(settings)
    elif kind == "VERSION":
        from mslint.api.versions import KNOWN, format_version

        rows = [(format_version(version), "") for version in reversed(KNOWN)]
    elif kind == "word" and command == "completion":
        rows = [(shell, "") for shell in SHELLS]
    for value, meaning in rows:
        if value.startswith(typed):
            yield before + value, meaning
    paths = kind == "first" or (kind == "word" and command in ("check", "confirm", "checklist"))
    if paths or kind.split(".")[0] in ("FILE", "DIR"):
        yield FILES, ""


def _rules(settings: Settings) -> List[Tuple[str, str]]:
    """Codes with their titles, and then names."""
    from mslint.rulebook import catalog_of

    try:
        found = list(catalog_of(settings).rules.values())
    except UserError:
        found = list(catalog_of(default_settings()).rules.values())
    titles = [(rule, rule.text[settings.lang].title) for rule in found]
    return [(rule.code, title) for rule, title in titles] + [(rule.slug, title) for rule, title in titles]


def _settings(options: Options) -> Settings:
    from mslint.project import Project

    try:
        return Project(overrides_from(options)).settings_in(os.curdir)
    except UserError:  # a mistake in the configuration is told when it counts
        return default_settings()
