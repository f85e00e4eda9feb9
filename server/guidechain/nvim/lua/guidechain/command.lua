--- The subcommands of :Guidechain. Each asks the server one question about the current file and shows the answer.
local guidechain = require('guidechain')

local M = {}

---@param message string
local function say(message)
  vim.notify('guidechain: ' .. message, vim.log.levels.WARN)
end

--- Ask the server that is attached to the current buffer.
---@param method string
---@param params table
---@param answer fun(result: any, client: vim.lsp.Client)
local function ask(method, params, answer)
  local client = vim.lsp.get_clients({ bufnr = 0, name = guidechain.name })[1]
  if not client then
    return say('the server is not attached to this buffer; see :checkhealth guidechain')
  end
  client:request(method, params, function(err, result)
    if err then
      return say(err.message)
    end
    answer(result, client)
  end, vim.api.nvim_get_current_buf())
end

---@return {textDocument: {uri: string}}
local function here()
  return { textDocument = { uri = vim.uri_from_bufnr(0) } }
end

---@param uri string
---@param line integer zero-based
---@param client vim.lsp.Client
local function show(uri, line, client)
  local place = { line = line, character = 0 }
  local location = { uri = uri, range = { start = place, ['end'] = place } }
  vim.lsp.util.show_document(location, client.offset_encoding, { reuse_win = true, focus = true })
end

--- A column that lines up: `text` and spaces to `width` cells.
---@param text string
---@param width integer
local function padded(text, width)
  return text .. (' '):rep(width - vim.fn.strdisplaywidth(text))
end

---@param texts string[]
local function widest(texts)
  return vim.iter(texts):map(vim.fn.strdisplaywidth):fold(0, math.max)
end

--- A value of the server's answer, or nil for its null.
local function given(value)
  return value ~= vim.NIL and value or nil
end

local WHEN = {
  start = 'at start',
  ['on-touch'] = 'when touched',
  ['on-match'] = 'on a match',
  ['on-request'] = 'on request',
}

---@param file table an element of "loaded" or "hosts" in the server's answers
local function arrival(file)
  local words = { WHEN[file.when] or file.when }
  if file.when ~= 'start' and #file.acts == 1 then
    words[1] = ('on %s'):format(file.acts[1])
  end
  if given(file.via) then
    table.insert(words, 'through ' .. file.via)
  end
  if file.kept < file.bytes then
    table.insert(words, ('cut to %d of %d bytes'):format(file.kept, file.bytes))
  end
  return table.concat(words, ', ')
end

--- Choose among the files that govern the current one, nearest first, and open the chosen one.
---@param about? {uri: string, host?: string}
function M.open(about)
  about = about or {}
  local params = about.uri and { textDocument = { uri = about.uri } } or here()
  ask('guidechain/governing', params, function(result, client)
    local files = vim.iter(result and result.files or {}):filter(function(file)
      return not about.host or vim.iter(file.hosts):any(function(use)
        return use.host == about.host
      end)
    end):totable()
    if #files == 0 then
      return say('no instruction file governs this file')
    end
    local width = widest(vim.tbl_map(function(file)
      return file.path
    end, files))
    vim.ui.select(files, {
      prompt = 'Instruction files, nearest first',
      kind = 'guidechain',
      format_item = function(file)
        local uses = {}
        for _, use in ipairs(file.hosts) do
          local words = use.title .. ' ' .. arrival(use)
          if not vim.list_contains(uses, words) then
            table.insert(uses, words)
          end
        end
        return padded(file.path, width) .. '  ' .. table.concat(uses, ' · ')
      end,
    }, function(file)
      if file then
        show(file.uri, file.line, client)
      end
    end)
  end)
end

---@param chain table an element of "chains" in the server's answer
---@return string[]
local function chain_lines(chain)
  local version = given(chain.host_version) and (' ' .. chain.host_version) or ''
  local lines = { ('# %s%s, started in %s'):format(chain.title, version, chain.launch == '' and '.' or chain.launch), '' }
  if given(chain.refused) then
    table.insert(lines, 'Does not start: ' .. chain.refused)
  elseif #chain.loaded == 0 then
    table.insert(lines, 'Loads nothing here.')
  end
  local paths = {}
  for _, file in ipairs(vim.list_extend(vim.list_extend({}, chain.loaded), chain.not_loaded)) do
    table.insert(paths, file.path)
  end
  local width = widest(paths)
  for index, file in ipairs(chain.loaded) do
    table.insert(lines, ('%d. %s  %s'):format(index, padded(file.path, width), arrival(file)))
  end
  if #chain.not_loaded > 0 then
    vim.list_extend(lines, { '', 'Not loaded:', '' })
  end
  for _, file in ipairs(chain.not_loaded) do
    local culprit = given(file.culprit) and (' (%s)'):format(file.culprit) or ''
    table.insert(lines, ('-  %s  %s%s'):format(padded(file.path, width), file.why, culprit))
  end
  return vim.list_extend(lines, { '' })
end

--- A read-only page in a split; q closes it.
---@param name string
---@param lines string[]
local function page(name, lines)
  local bufnr = vim.fn.bufadd('guidechain://' .. name)
  vim.fn.bufload(bufnr)
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  for option, value in pairs({ buftype = 'nofile', bufhidden = 'hide', swapfile = false, modifiable = false }) do
    vim.bo[bufnr][option] = value
  end
  vim.bo[bufnr].filetype = 'markdown'
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = bufnr, desc = 'Close this page' })
  local window = vim.fn.bufwinid(bufnr)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd('botright sbuffer ' .. bufnr)
  end
  return bufnr
end

--- Show what each host loads for the current file, in order, and what it passes over.
function M.chain()
  ask('guidechain/chain', here(), function(result)
    if not result then
      return say('this buffer is no file')
    end
    local lines = {}
    for _, chain in ipairs(result.chains) do
      vim.list_extend(lines, chain_lines(chain))
    end
    page('chain/' .. result.target, lines)
  end)
end

---@param hosts table[] the "hosts" of a file in the answer to guidechain/files
local function states(hosts)
  local titles, order = {}, {}
  for _, host in ipairs(hosts) do
    local reason = given(host.culprit) and ('by ' .. host.culprit) or given(host.why) and ('(' .. host.why .. ')') or ''
    local words = vim.trim(host.state .. ' ' .. reason)
    if not titles[words] then
      titles[words] = {}
      table.insert(order, words)
    end
    table.insert(titles[words], host.title)
  end
  return vim.iter(order):map(function(words)
    return table.concat(titles[words], ', ') .. ': ' .. words
  end):join(' · ')
end

--- Choose among all instruction files of the workspace and open the chosen one.
function M.files()
  ask('guidechain/files', here(), function(result, client)
    if not result or #result.files == 0 then
      return say('there is no instruction file in this workspace')
    end
    local width = widest(vim.tbl_map(function(file)
      return file.path
    end, result.files))
    vim.ui.select(result.files, {
      prompt = 'Instruction files' .. (given(result.incomplete) and ' (more were not looked at)' or ''),
      kind = 'guidechain',
      format_item = function(file)
        return padded(file.path, width) .. '  ' .. states(file.hosts)
      end,
    }, function(file)
      if file then
        show(file.uri, 0, client)
      end
    end)
  end)
end

--- Show the text that a host's model sees for the current file; with several hosts, ask which.
function M.preview()
  local params = here()
  ask('guidechain/chain', params, function(result)
    local hosts, seen = {}, {}
    for _, chain in ipairs(result and result.chains or {}) do
      if not seen[chain.host] then
        seen[chain.host] = true
        table.insert(hosts, chain)
      end
    end
    if #hosts == 0 then
      return say('this buffer is no file')
    end
    local function preview(host)
      if host then
        ask('guidechain/preview', vim.tbl_extend('error', { host = host.host }, params), function(answer)
          page(('preview/%s/%s'):format(host.host, result.target), vim.split((answer.text:gsub('\r\n?', '\n')), '\n'))
        end)
      end
    end
    if #hosts == 1 then
      return preview(hosts[1])
    end
    vim.ui.select(hosts, {
      prompt = 'What does which agent see?',
      kind = 'guidechain',
      format_item = function(host)
        return host.title
      end,
    }, preview)
  end)
end

local restarting = false

---@param client vim.lsp.Client
---@param done fun()
local function when_stopped(client, done)
  local waited, timer = 0, assert(vim.uv.new_timer())
  client:stop()
  timer:start(20, 20, vim.schedule_wrap(function()
    waited = waited + 20
    if timer:is_closing() or not (client:is_stopped() or waited >= 2000) then
      return
    end
    timer:close()
    if not client:is_stopped() then
      client:stop(true)
    end
    done()
  end))
end

--- Stop the server and start it again for the buffers that it served; one that has died is started for all files.
function M.restart()
  local clients = vim.lsp.get_clients({ name = guidechain.name })
  if restarting then
    return
  end
  if #clients == 0 then
    local command = vim.lsp.config[guidechain.name].cmd
    if type(command) == 'table' and vim.fn.executable(command[1]) == 0 then
      return say(('%s cannot be run; see :checkhealth guidechain'):format(command[1]))
    end
    return vim.iter(vim.api.nvim_list_bufs()):filter(vim.api.nvim_buf_is_loaded):each(guidechain.attach)
  end
  local left = #clients
  restarting = true
  for _, client in ipairs(clients) do
    local config, buffers = vim.deepcopy(client.config), vim.tbl_keys(client.attached_buffers)
    when_stopped(client, function()
      left = left - 1
      restarting = left > 0
      for _, bufnr in ipairs(buffers) do
        if vim.api.nvim_buf_is_loaded(bufnr) then
          vim.lsp.start(config, { bufnr = bufnr })
        end
      end
    end)
  end
end

local COMMANDS = {
  open = M.open,
  chain = M.chain,
  files = M.files,
  preview = M.preview,
  restart = M.restart,
}

---@param arguments string[]
function M.run(arguments)
  local name = arguments[1] or 'open'
  if not COMMANDS[name] or #arguments > 1 then
    local names = vim.tbl_keys(COMMANDS)
    table.sort(names)
    return say(('expected one of %s, found %q'):format(table.concat(names, ', '), table.concat(arguments, ' ')))
  end
  COMMANDS[name]()
end

---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  if #vim.split(vim.trim(line), '%s+') > (lead == '' and 1 or 2) then
    return {}
  end
  local names = vim.iter(vim.tbl_keys(COMMANDS)):filter(function(name)
    return vim.startswith(name, lead)
  end):totable()
  table.sort(names)
  return names
end

return M
