--- :checkhealth guidechain
local guidechain = require('guidechain')

local M = {}

local function check_server()
  local command = vim.lsp.config[guidechain.name].cmd
  if type(command) ~= 'table' then
    return vim.health.info('cmd is a function of your configuration; its version is not checked')
  end
  if vim.fn.executable(command[1]) == 0 then
    return vim.health.error(command[1] .. ' cannot be run', {
      'Install it: pip install guidechain (or pipx, or uv tool install)',
      "or name it: vim.lsp.config('guidechain', { cmd = { '/path/to/guidechain', 'server' } })",
    })
  end
  local done = vim.system({ command[1], '--version' }, { text = true, timeout = 10000 }):wait()
  if done.code ~= 0 then
    return vim.health.error(('%s --version failed: %s'):format(command[1], vim.trim(done.stderr or '')))
  end
  vim.health.ok(('%s (%s)'):format(vim.trim(done.stdout), vim.fn.exepath(command[1])))
end

function M.check()
  if vim.fn.has('nvim-0.11') == 0 then
    local health = vim.health or require('health') -- As they were named before 0.10.
    local start, error_ = health.start or health.report_start, health.error or health.report_error
    start('guidechain')
    return error_('Neovim 0.11 or newer is needed: this one cannot take a server from a runtime folder')
  end
  vim.health.start('guidechain')
  vim.health.ok('Neovim ' .. tostring(vim.version()))
  check_server()
  if guidechain.is_enabled() then
    vim.health.ok("enabled by vim.lsp.enable('guidechain')")
  else
    vim.health.warn('not enabled', { "Put vim.lsp.enable('guidechain') into your init.lua" })
  end
  if not vim.g.loaded_guidechain then
    vim.health.warn('plugin/guidechain.lua was not read: no :Guidechain, no lenses', {
      'Append the runtime path in init.lua, before plugins are loaded',
    })
  end
  local clients = vim.lsp.get_clients({ name = guidechain.name })
  for _, client in ipairs(clients) do
    local buffers = vim.tbl_count(client.attached_buffers)
    vim.health.ok(('running in %s for %d buffer(s)'):format(client.root_dir or 'no workspace', buffers))
  end
  if #clients == 0 then
    vim.health.info('not running: open a file')
  end
end

return M
