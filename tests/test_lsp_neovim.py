"""The language server in Neovim: a mistake is shown, an action is applied, and the text has changed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from running import ROOT, environment, python

NEOVIM = shutil.which("nvim")
pytestmark = [
    pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed"),
    pytest.mark.skipif(
        python("-c", "import pygls.lsp.server", cwd=ROOT).returncode != 0, reason="pygls 2 is not installed"
    ),
]

TEXT = 'from mindspore import nn\n\nname, drop = "损失😀", nn.Dropout(0.1)\ndense = nn.Dense(3, 4, False)\n'

# Only what Neovim 0.7 has (Debian 12) and 0.11 still has.
SCRIPT = """
local seen = {}
local function note(name, value) seen[name] = value end
local function finish()
  local file = io.open(OUT, 'w')
  file:write(vim.json.encode(seen))
  file:close()
  vim.cmd('qall!')
end
local ok, problem = pcall(function()
  local client = vim.lsp.start_client({
    name = 'mslint',
    cmd = { PYTHON, '-m', 'mslint', 'server' },
    root_dir = vim.fn.getcwd(),
    init_options = { lang = 'en' },
  })
  vim.lsp.buf_attach_client(0, client)
  local function codes()
    local found = {}
    for _, each in ipairs(vim.diagnostic.get(0)) do
      table.insert(found, { code = each.code, lnum = each.lnum, col = each.col, message = each.message })
    end
    table.sort(found, function(a, b) return a.lnum < b.lnum end)
    return found
  end
  vim.wait(60000, function() return #codes() == 2 end, 20)
  note('first', codes())
  local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover', {
    textDocument = vim.lsp.util.make_text_document_params(), position = { line = 3, character = 12 },
  }, 20000)
  for _, answer in pairs(hover or {}) do note('hover', answer.result.contents.value) end
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', {
    textDocument = vim.lsp.util.make_text_document_params(),
    range = { start = { line = 2, character = 30 }, ['end'] = { line = 2, character = 30 } },
    context = { diagnostics = {} },
  }, 20000)
  for _, answer in pairs(answers or {}) do
    local action
    for _, each in ipairs(answer.result) do
      if each.title:find('Silence') then action = each end
    end
    note('title', action.title)
    vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(client).offset_encoding)
  end
  vim.wait(60000, function() return #codes() == 1 end, 20)
  note('second', codes())
  note('lines', vim.api.nvim_buf_get_lines(0, 0, -1, true))
  vim.api.nvim_buf_set_lines(0, 3, 4, true, { 'dense = nn.Dense(3, 4, has_bias=False)' })
  vim.wait(60000, function() return #codes() == 0 end, 20)
  note('third', codes())
end)
if not ok then note('problem', tostring(problem)) end
finish()
"""


def test_in_neovim(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(TEXT, encoding="utf-8")
    out = tmp_path / "out.json"
    script = tmp_path / "script.lua"
    names = f"local OUT, PYTHON = {json.dumps(str(out))}, {json.dumps(sys.executable)}\n"
    script.write_text(names + SCRIPT, encoding="utf-8")
    assert NEOVIM is not None
    home = {name: str(tmp_path / name) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    done = subprocess.run(
        [NEOVIM, "--headless", "-u", "NONE", "-n", "train.py", "-c", "luafile script.lua"],
        cwd=tmp_path,
        env=dict(environment(LC_ALL="C.UTF-8", **home)),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=300,
        check=False,
    )
    assert out.exists(), done.stderr.decode()
    seen = json.loads(out.read_text(encoding="utf-8"))
    assert "problem" not in seen, seen
    # Neovim counts columns in bytes, whatever it speaks with the server.
    first = [(each["code"], each["lnum"], each["col"]) for each in seen["first"]]
    assert first == [("MSL101", 2, len(TEXT.splitlines()[2].partition("nn.")[0].encode())), ("MSL107", 3, 8)]
    assert seen["first"][0]["message"].startswith("nn.Dropout(0.1) keeps 0.1 of the values")
    assert seen["hover"].startswith("**MSL107** ")
    assert seen["title"] == "Silence MSL101 here with a comment"
    assert [each["code"] for each in seen["second"]] == ["MSL107"]
    assert seen["lines"] == TEXT.replace("nn.Dropout(0.1)", "nn.Dropout(0.1)  # noqa: MSL101").splitlines()
    assert seen["third"] == [] or seen["third"] == {}
