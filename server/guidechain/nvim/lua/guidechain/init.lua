--- What the server needs from Neovim: where it is, which folder is the workspace, when lenses are out of date.
local M = {}

M.name = 'guidechain'

--- The `guidechain` that was installed together with these files, else the one on the PATH.
---@return string
function M.executable()
  local here = vim.fs.normalize(debug.getinfo(1, 'S').source:sub(2))
  for folder in vim.fs.parents(here) do
    for _, name in ipairs({ '/bin/guidechain', '/Scripts/guidechain.exe' }) do
      if vim.fn.executable(folder .. name) == 1 then
        return folder .. name
      end
    end
  end
  return 'guidechain'
end

--- Whether a buffer is a file with a name, and not the listing or the page of some plugin.
---@param bufnr integer
---@return boolean
function M.is_file(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  return vim.bo[bufnr].buftype == '' and name ~= '' and not name:find('^%a[%w+.-]+://')
end

--- The workspace of a buffer: its git root, else the folder of guidechain.toml, else the topmost folder with an
--- instruction file; none for a file that stands alone.
---@param bufnr integer
---@param on_dir fun(root_dir?: string)
function M.root_dir(bufnr, on_dir)
  if not M.is_file(bufnr) then
    return
  end
  local root = vim.fs.root(bufnr, '.git') or vim.fs.root(bufnr, 'guidechain.toml')
  local nearest = vim.fs.root(bufnr, { 'AGENTS.md', 'CLAUDE.md' })
  local home = vim.uv.os_homedir()
  while not root and nearest and nearest ~= home do
    local above = vim.fs.root(vim.fs.dirname(nearest), { 'AGENTS.md', 'CLAUDE.md' })
    if not above or above == nearest or above == home then
      root = nearest
    end
    nearest = above
  end
  on_dir(root)
end

---@return boolean
function M.is_enabled()
  if vim.lsp.is_enabled then
    return vim.lsp.is_enabled(M.name)
  end
  return vim.lsp._enabled_configs[M.name] ~= nil
end

--- Start the server for a buffer as vim.lsp.enable() does when a filetype is set.
---@param bufnr integer
function M.attach(bufnr)
  local config = vim.deepcopy(vim.lsp.config[M.name])
  local wanted = not config.filetypes or vim.list_contains(config.filetypes, vim.bo[bufnr].filetype)
  local clients = vim.lsp.get_clients({ bufnr = bufnr, name = M.name, _uninitialized = true })
  if not wanted or not M.is_file(bufnr) or #clients > 0 then
    return
  end
  local function start(root_dir)
    config.root_dir = root_dir
    vim.lsp.start(config, { bufnr = bufnr, reuse_client = config.reuse_client })
  end
  if type(config.root_dir) == 'function' then
    config.root_dir(bufnr, start)
  else
    start(config.root_dir)
  end
end

--- Neovim attaches to a buffer when its filetype is set; a file without one is attached here.
---@param bufnr integer
function M.attach_without_filetype(bufnr)
  vim.schedule(function()
    if vim.api.nvim_buf_is_valid(bufnr) and vim.bo[bufnr].filetype == '' and M.is_enabled() then
      M.attach(bufnr)
    end
  end)
end

--- Put a command on the command line as `:!...`, to be looked at: the person starts it with <CR>.
---@param params { text: string }
function M.on_type(_, params)
  if params.text:find('%c') then
    return -- A control character could start it.
  end
  local normal = vim.api.nvim_replace_termcodes('<C-\\><C-n>', true, false, true)
  vim.api.nvim_feedkeys(normal .. ':!' .. vim.fn.escape(params.text, '%#!'), 'n', true)
end

local pending = {} ---@type table<integer, true>

--- Ask for the lenses of a buffer again; several calls in a row are one question.
--- vim.lsp.codelens.refresh() would switch on the lenses of every other server too.
---@param bufnr integer
function M.refresh(bufnr)
  if pending[bufnr] then
    return
  end
  pending[bufnr] = true
  vim.defer_fn(function()
    pending[bufnr] = nil
    if not vim.api.nvim_buf_is_loaded(bufnr) then
      return
    end
    for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr, name = M.name })) do
      if vim.lsp.codelens.enable then -- Neovim 0.12 keeps them right by itself.
        vim.lsp.codelens.enable(true, { bufnr = bufnr, client_id = client.id })
      elseif client:supports_method('textDocument/codeLens') then
        local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
        client:request('textDocument/codeLens', params, function(err, result, context)
          if not err and vim.api.nvim_buf_is_loaded(bufnr) then
            vim.lsp.codelens.on_codelens(nil, result, context)
          end
        end, bufnr)
      end
    end
  end, 50)
end

--- The server has found something out that changes lenses.
function M.on_refresh(_, _, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  for bufnr in pairs(client and client.attached_buffers or {}) do
    M.refresh(bufnr)
  end
  return vim.NIL
end

--- Neovim does not watch files on Linux: a message without events has the server compare the disk with what it saw.
function M.look_again()
  for _, client in ipairs(vim.lsp.get_clients({ name = M.name })) do
    client:notify('workspace/didChangeWatchedFiles', { changes = {} })
  end
end

--- A lens was run: offer the files that it is about.
---@param command lsp.Command
function M.on_open_governing(command)
  local uri, host = unpack(command.arguments or {})
  require('guidechain.command').open(type(uri) == 'table' and uri or { uri = uri, host = host })
end

--- A lens that counts files was run: open the only one, else list them in the quickfix window.
---@param command lsp.Command
---@param context {client_id: integer}
function M.on_open_places(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if not client then
    return
  end
  local params = { command = command.command, arguments = command.arguments }
  client:request('workspace/executeCommand', params, function(err, result)
    local places = type(result) == 'table' and result or {}
    if err or #places == 0 then
      vim.notify('guidechain: ' .. (err and err.message or 'there is no such file yet'), vim.log.levels.WARN)
    elseif #places == 1 then
      vim.lsp.util.show_document(places[1], client.offset_encoding, { reuse_win = true, focus = true })
    else
      local items = vim.lsp.util.locations_to_items(places, client.offset_encoding)
      vim.fn.setqflist({}, ' ', { title = command.title, items = items })
      vim.cmd('botright copen')
    end
  end)
end

return M
