-- What a person sees, asked of the editor itself. Run by run.sh with the cursor in packages/api/src/refund.ts.
local box = assert(vim.env.BOX)
local passed, failed = 0, 0
local SECONDS = tonumber(vim.env.SECONDS) or 45 -- the machine may be busy; nothing waits this long unless it fails
local answer -- what the next vim.ui.select chooses: function(items, opts) -> item
local asked = {} -- the choices that were offered last, as shown
local told = {} -- messages to the user

vim.ui.select = function(items, opts, on_choice)
  asked = vim.tbl_map(opts.format_item or tostring, items)
  on_choice(answer and answer(items, asked))
end
vim.notify = function(message)
  table.insert(told, message)
end

local function check(name, run)
  local ok, problem = xpcall(run, function(message)
    return debug.traceback(message, 2)
  end)
  passed, failed = passed + (ok and 1 or 0), failed + (ok and 0 or 1)
  io.stdout:write(('%s %s\n'):format(ok and 'ok  ' or 'FAIL', name))
  if not ok then
    io.stdout:write('     ' .. problem:gsub('\n', '\n     ') .. '\n')
  end
  answer, told = nil, {}
end

--- Wait until `ask` answers something true, and return that.
local function until_(what, ask, seen)
  local last
  vim.wait(SECONDS * 1000, function()
    last = ask()
    return last and true or false -- Another value counts as false.
  end, 30)
  return last or error(('waited %d s for %s; last seen: %s'):format(SECONDS, what, seen and seen() or last), 2)
end

local function equal(found, expected)
  if not vim.deep_equal(found, expected) then
    error(('expected %s, found %s'):format(vim.inspect(expected), vim.inspect(found)), 2)
  end
end

local function client(buf)
  return until_('the client', function()
    local found = vim.lsp.get_clients({ bufnr = buf or 0, name = 'guidechain' })[1]
    return found and found.initialized and found
  end)
end

local function open(path)
  vim.cmd.edit(vim.fn.fnameescape(path:find('^/') and path or (box .. '/project/' .. path)))
  client()
  return vim.api.nvim_get_current_buf()
end

--- The virtual text at the end of line 1: what a person reads as the lens.
local function lens(buf)
  local texts = {}
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find('codelens') then
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buf or 0, namespace, { 0, 0 }, { 0, -1 }, { details = true })) do
        for _, chunk in ipairs(mark[4].virt_text or {}) do
          table.insert(texts, chunk[1])
        end
      end
    end
  end
  return table.concat(texts)
end

local function lens_with(pattern, buf)
  local seen
  until_('a lens with ' .. pattern, function()
    seen = lens(buf)
    return seen:find(pattern)
  end, function()
    return seen
  end)
  return seen
end

--- What the hover on line 1 says in full; a lens may shorten it.
local function line_one()
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = 0, character = 0 },
  }, 5000)
  for _, answer in pairs(answers or {}) do
    if type(answer.result) == 'table' then
      return answer.result.contents.value
    end
  end
  return ''
end

local function line_one_with(pattern)
  until_('a hover with ' .. pattern, function()
    return line_one():find(pattern)
  end, line_one)
end

local function line_one_without(pattern)
  until_('no hover with ' .. pattern, function()
    local seen = line_one()
    return seen ~= '' and not seen:find(pattern)
  end, line_one)
end

local function page()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local function finding(buf, pattern)
  for _, each in ipairs(vim.diagnostic.get(buf)) do
    if each.source == 'guidechain' and (each.code .. ' ' .. each.message):find(pattern) then
      return each
    end
  end
end

local function write(path, lines)
  vim.fn.writefile(lines, box .. '/project/' .. path)
end

check('attaches to the git root, in UTF-8', function()
  equal(client().root_dir, box .. '/project')
  equal(client().offset_encoding, 'utf-8')
end)

check('runs the executable that came with the runtime files', function()
  equal(vim.lsp.config.guidechain.cmd[1], box .. '/site/bin/guidechain')
end)

check('lens on line 1 of a source file', function()
  local seen = lens_with('AGENTS%.md')
  assert(seen:find('Codex'), seen)
  assert(seen:find('CLAUDE%.md'), seen)
end)

check('lens in a Makefile, and in a file without a filetype', function()
  open('Makefile')
  lens_with('AGENTS%.md')
  local buf = open('plain')
  equal(vim.bo.filetype, '')
  client(buf)
  lens_with('AGENTS%.md')
end)

check('no server for a page of a plugin', function()
  local before = vim.api.nvim_get_current_buf()
  local buf = vim.api.nvim_create_buf(true, true)
  vim.api.nvim_set_current_buf(buf)
  vim.bo[buf].filetype = 'markdown'
  vim.cmd.edit('fugitive:///x//0/AGENTS.md')
  local named = vim.api.nvim_get_current_buf()
  vim.bo[named].filetype = 'markdown'
  vim.wait(300)
  equal(#vim.lsp.get_clients({ bufnr = buf, name = 'guidechain' }), 0)
  equal(#vim.lsp.get_clients({ bufnr = named, name = 'guidechain' }), 0)
  vim.api.nvim_set_current_buf(before)
end)

check('hover float on line 1', function()
  local buf = open('packages/api/src/refund.ts')
  client(buf)
  vim.api.nvim_win_set_cursor(0, { 1, 3 })
  vim.lsp.buf.hover()
  local text = until_('a float', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
      end
    end
  end)
  assert(text:find('AGENTS'), text)
  assert(#vim.split(vim.trim(text), '\n') <= 6, text)
  vim.cmd('fclose!')
end)

check('definition into an import, after an emoji too', function()
  local cases = {
    { 'CLAUDE.md', '@AGENTS.md', 'AGENTS.md' },
    { 'docs/CLAUDE.md', '@releases', 'docs/releases.md' },
  }
  for _, case in ipairs(cases) do
    open(case[1])
    local line = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
    vim.api.nvim_win_set_cursor(0, { 1, line:find(case[2], 1, true) + 2 })
    vim.lsp.buf.definition()
    until_('the jump to ' .. case[3], function()
      return vim.api.nvim_buf_get_name(0) == box .. '/project/' .. case[3]
    end)
  end
end)

check('a dead file is a problem', function()
  local buf = open('.github/AGENTS.md')
  local found = until_('dead-file', function()
    return finding(buf, '^dead%-file')
  end)
  equal(found.severity, vim.diagnostic.severity.WARN)
end)

check('a broken import is a problem at its token, and an unsaved edit mends it', function()
  local buf = open('docs/CLAUDE.md')
  local found = until_('broken-import', function()
    return finding(buf, 'missing%.md')
  end)
  local line = vim.api.nvim_buf_get_lines(buf, found.lnum, found.lnum + 1, false)[1]
  equal((line:sub(found.col + 1, found.end_col):gsub('^@', '')), 'missing.md')
  vim.api.nvim_buf_set_lines(buf, 0, 1, false, { (line:gsub('missing', '../web/notes')) })
  until_('no finding', function()
    return not finding(buf, 'missing%.md')
  end)
  vim.cmd.edit({ bang = true })
  until_('the finding again', function()
    return finding(buf, 'missing%.md')
  end)
end)

check('an unsaved edit counts in the lens of another file', function()
  local guidance = open('web/CLAUDE.md')
  client(guidance)
  vim.o.hidden = true
  vim.api.nvim_buf_set_lines(guidance, -1, -1, false, { '', '@notes.md' })
  open('web/src/Cart.tsx')
  line_one_with('notes%.md')
  vim.api.nvim_buf_call(guidance, function()
    vim.cmd.edit({ bang = true })
  end)
  line_one_without('notes%.md')
end)

check('a file created and removed outside counts when the window is back', function()
  open('web/src/Cart.tsx')
  write('web/src/CLAUDE.md', { '# Components' })
  vim.api.nvim_exec_autocmds('FocusGained', {})
  line_one_with('web/src/CLAUDE%.md')
  vim.fn.delete(box .. '/project/web/src/CLAUDE.md')
  vim.api.nvim_exec_autocmds('FocusGained', {})
  line_one_without('web/src/CLAUDE%.md')
end)

check(':Guidechain open offers the files, nearest first, and opens the chosen one', function()
  open('web/src/Cart.tsx')
  answer = function(items)
    return items[1]
  end
  vim.cmd('Guidechain open')
  until_('the file', function()
    return vim.api.nvim_buf_get_name(0) == box .. '/project/web/CLAUDE.md'
  end)
  assert(asked[1]:find('^web/CLAUDE%.md%s+Claude Code'), vim.inspect(asked))
  assert(table.concat(asked, '\n'):find('AGENTS%.md'), vim.inspect(asked))
end)

check('running the lens offers the files', function()
  open('web/src/Cart.tsx')
  lens_with('CLAUDE%.md')
  asked = {}
  answer = function(items, shown)
    if type(items[1]) == 'table' and items[1].lens then
      return items[1] -- Several lenses on the line: the first.
    end
    for index, text in ipairs(shown) do
      if text:find('^web/CLAUDE%.md') or text:find('^AGENTS%.md') then
        return items[index]
      end
    end
  end
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.lsp.codelens.run()
  until_('an instruction file', function()
    return vim.api.nvim_buf_get_name(0):find('%.md$')
  end)
end)

check('running the lens that counts governed files lists them', function()
  local buf = open('web/CLAUDE.md')
  lens_with('governs %d+ files')
  answer = function(items)
    for _, item in ipairs(items) do
      if item.lens.command.title:find('^governs') then
        return item
      end
    end
  end
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.lsp.codelens.run()
  local listed = until_('the quickfix list', function()
    local found = vim.fn.getqflist({ items = 0, title = 0 })
    return found.title:find('^governs') and found
  end)
  local names = vim.tbl_map(function(item)
    return vim.fn.bufname(item.bufnr)
  end, listed.items)
  assert(vim.iter(names):any(function(name)
    return name:find('web/src/Cart.tsx', 1, true)
  end), vim.inspect(names))
  vim.cmd.cclose()
  vim.api.nvim_set_current_buf(buf)
end)

check(':Guidechain open says when nothing governs', function()
  open('web/notes.md')
  local uri = vim.uri_from_fname(box .. '/elsewhere/x.py')
  client()
  require('guidechain.command').open({ uri = uri, host = 'claude-code' })
  until_('a message', function()
    return told[1]
  end)
  assert(told[1]:find('no instruction file governs'), told[1])
end)

check(':Guidechain chain shows every host, in order, with what is passed over', function()
  open('packages/api/src/refund.ts')
  client()
  vim.cmd('Guidechain chain')
  until_('the page', function()
    return vim.api.nvim_buf_get_name(0):find('guidechain://chain/')
  end)
  assert(page():find('# Codex [%d.]+, started in %.\n'), page())
  assert(page():find('1%. ~/%.codex/AGENTS%.md%s+at start\n2%. AGENTS%.md'), page())
  assert(page():find('Not loaded:\n\n%-  packages/api/AGENTS%.md'), page())
  equal(vim.bo.modifiable, false)
  vim.cmd.close()
end)

check(':Guidechain files lists every instruction file with its state', function()
  open('packages/api/src/refund.ts')
  client()
  answer = function(items, shown)
    for index, text in ipairs(shown) do
      if text:find('^%.github/AGENTS%.md') then
        return items[index]
      end
    end
  end
  vim.cmd('Guidechain files')
  until_('the file', function()
    return vim.api.nvim_buf_get_name(0) == box .. '/project/.github/AGENTS.md'
  end)
  local all = table.concat(asked, '\n')
  assert(all:find('%.github/AGENTS%.md%s+.*dead'), all)
  assert(all:find('web/CLAUDE%.md'), all)
end)

check(':Guidechain preview shows what a host sees', function()
  open('web/src/Cart.tsx')
  client()
  answer = function(items, shown)
    for index, text in ipairs(shown) do
      if text:find('Claude Code') then
        return items[index]
      end
    end
  end
  vim.cmd('Guidechain preview')
  until_('the page', function()
    return vim.api.nvim_buf_get_name(0):find('guidechain://preview/')
  end)
  assert(page():find('Money is integers in cents'), page())
  assert(page():find('Components are functions'), page())
  equal(vim.bo.modifiable, false)
  vim.cmd.close()
end)

check('a wrong subcommand says which there are, and completion knows them', function()
  vim.cmd('Guidechain opne')
  assert(told[1]:find('expected one of chain, files, open, preview, restart, found "opne"'), told[1])
  equal(vim.fn.getcompletion('Guidechain re', 'cmdline'), { 'restart' })
  equal(vim.fn.getcompletion('Guidechain open ', 'cmdline'), {})
end)

check('restart: a new server for the same buffers, each finding once', function()
  local buf = open('.github/AGENTS.md')
  local before = client(buf).id
  vim.cmd('Guidechain restart')
  vim.cmd('Guidechain restart')
  until_('another client', function()
    local found = vim.lsp.get_clients({ bufnr = buf, name = 'guidechain' })[1]
    return found and found.id ~= before and found.initialized and finding(buf, '^dead%-file')
  end)
  equal(#vim.lsp.get_clients({ name = 'guidechain' }), 1)
  local seen = {}
  for _, each in ipairs(vim.diagnostic.get(buf)) do
    assert(not seen[each.message], each.message)
    seen[each.message] = true
  end
  open('packages/api/src/refund.ts')
  lens_with('AGENTS%.md')
end)

check('restart after the server has died', function()
  client():stop(true)
  until_('no client', function()
    return #vim.lsp.get_clients({ name = 'guidechain' }) == 0
  end)
  vim.cmd('Guidechain restart')
  client()
  lens_with('AGENTS%.md')
end)

check('two workspaces answer for their own files', function()
  local buf = open(box .. '/second/boards/sales.py')
  local found = client(buf)
  equal(found.root_dir, box .. '/second')
  until_('the lens', function()
    return lens(buf):find('AGENTS%.md')
  end)
  open('packages/api/src/refund.ts')
  equal(client().root_dir, box .. '/project')
end)

check('a file outside every workspace gets an answer', function()
  vim.fn.mkdir(box .. '/alone', 'p')
  vim.fn.writefile({ 'x = 1' }, box .. '/alone/x.py')
  open(box .. '/alone/x.py')
  equal(client().root_dir, nil)
  vim.cmd('Guidechain chain')
  until_('the page', function()
    return page():find('1%. ~/%.codex/AGENTS%.md')
  end)
  vim.cmd.close()
end)

check('without git the topmost folder with an instruction file is the workspace', function()
  vim.fn.mkdir(box .. '/loose/sub/src', 'p')
  for _, name in ipairs({ 'AGENTS.md', 'sub/AGENTS.md', 'sub/src/x.py' }) do
    vim.fn.writefile({ 'x = 1' }, box .. '/loose/' .. name)
  end
  open(box .. '/loose/sub/src/x.py')
  equal(client().root_dir, box .. '/loose')
end)

check(':checkhealth guidechain finds nothing wrong', function()
  vim.cmd('checkhealth guidechain')
  local text = page()
  assert(text:find('guidechain %d+%.%d+'), text)
  assert(text:find("enabled by vim%.lsp%.enable"), text)
  assert(text:find('running in ' .. vim.pesc(box .. '/project')), text)
  assert(not text:find('ERROR') and not text:find('WARN'), text)
  vim.cmd('bwipeout!')
end)

--- Run `:checkhealth guidechain` with stand-ins for parts of the editor, and return the page.
local function health(replaced)
  local kept = {}
  for name, value in pairs(replaced) do
    kept[name], vim[name] = vim[name], value
  end
  package.loaded['guidechain.health'] = nil
  local ok, problem = pcall(require('guidechain.health').check)
  for name in pairs(replaced) do
    vim[name] = kept[name]
  end
  assert(ok, problem)
end

check('an old Neovim is told so by its own health functions', function()
  local said = {}
  local function note(text)
    table.insert(said, text)
  end
  for _, names in ipairs({ { 'report_start', 'report_error' }, { 'start', 'error' } }) do
    health({
      fn = { has = function() return 0 end },
      health = { [names[1]] = note, [names[2]] = note },
    })
  end
  equal(#said, 4)
  assert(said[2]:find('Neovim 0%.11 or newer') and said[4] == said[2], vim.inspect(said))
end)

check('without a server the health page and the commands say what to do', function()
  local before = vim.lsp.config.guidechain.cmd
  for _, each in ipairs(vim.lsp.get_clients({ name = 'guidechain' })) do
    each:stop(true)
  end
  until_('no client', function()
    return #vim.lsp.get_clients({ name = 'guidechain' }) == 0
  end)
  vim.lsp.config('guidechain', { cmd = { '/nowhere/guidechain', 'server' } })
  for _, name in ipairs({ 'open', 'chain', 'files', 'preview' }) do
    told = {}
    vim.cmd('Guidechain ' .. name)
    assert(told[1]:find('not attached to this buffer; see :checkhealth guidechain'), vim.inspect(told))
  end
  told = {}
  vim.cmd('Guidechain restart')
  assert(told[1]:find('/nowhere/guidechain cannot be run; see :checkhealth'), vim.inspect(told))
  vim.cmd('checkhealth guidechain')
  assert(page():find('/nowhere/guidechain cannot be run') and page():find('pip install guidechain'), page())
  vim.cmd('bwipeout!')
  vim.lsp.config('guidechain', { cmd = before })
  vim.cmd('Guidechain restart')
  client()
end)

check(':help guidechain, and its tags are up to date', function()
  vim.cmd('help guidechain-commands')
  assert(vim.api.nvim_buf_get_name(0):find('doc/guidechain%.txt$'))
  local doc = vim.fs.dirname(vim.api.nvim_buf_get_name(0))
  local shipped = vim.fn.readfile(doc .. '/tags')
  vim.cmd('helptags ' .. vim.fn.fnameescape(doc))
  equal(vim.fn.readfile(doc .. '/tags'), shipped)
  vim.cmd('helpclose')
end)

check('no buffer was left with an error of the server', function()
  local log = vim.fn.filereadable(vim.lsp.get_log_path()) == 1 and vim.fn.readfile(vim.lsp.get_log_path()) or {}
  local errors = vim.tbl_filter(function(line)
    return line:find('%[ERROR%]') ~= nil
  end, log)
  equal(errors, {})
end)

io.stdout:write(('%d passed, %d failed\n'):format(passed, failed))
vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
