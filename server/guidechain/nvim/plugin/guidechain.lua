-- The command and the events of |guidechain|. Nothing here starts the server: vim.lsp.enable('guidechain') does.
if vim.g.loaded_guidechain then
  return
end
vim.g.loaded_guidechain = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify('guidechain needs Neovim 0.11 or newer', vim.log.levels.ERROR)
  return
end

vim.api.nvim_create_user_command('Guidechain', function(command)
  require('guidechain.command').run(command.fargs)
end, {
  nargs = '*',
  desc = 'Show the instruction files that govern this file',
  complete = function(lead, line)
    return require('guidechain.command').complete(lead, line)
  end,
})

local group = vim.api.nvim_create_augroup('guidechain', {})

---@param events string|string[]
---@param desc string
---@param callback fun(event: vim.api.keyset.create_autocmd.callback_args)
local function on(events, desc, callback)
  vim.api.nvim_create_autocmd(events, { group = group, desc = desc, callback = callback })
end

on({ 'BufReadPost', 'BufNewFile' }, 'Start guidechain for files without a filetype', function(event)
  require('guidechain').attach_without_filetype(event.buf)
end)

on('LspAttach', 'Show the lenses of guidechain', function(event)
  local client = vim.lsp.get_client_by_id(event.data.client_id)
  if client and client.name == 'guidechain' then
    require('guidechain').refresh(event.buf)
  end
end)

on({ 'BufEnter', 'InsertLeave', 'TextChanged', 'BufWritePost' }, 'Keep the lenses of guidechain right', function(event)
  if next(vim.lsp.get_clients({ bufnr = event.buf, name = 'guidechain' })) then
    require('guidechain').refresh(event.buf)
  end
end)

on({ 'FocusGained', 'TermLeave', 'ShellCmdPost' }, 'Have guidechain look at the disk again', function()
  require('guidechain').look_again()
end)
