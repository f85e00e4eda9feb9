--- Found by vim.lsp.enable('guidechain'). Every buffer that is a file gets the server; settings go into
--- vim.lsp.config('guidechain', { settings = { guidechain = { ... } } }), see |guidechain-settings|.
local guidechain = require('guidechain')

---@type vim.lsp.Config
return {
  cmd = { guidechain.executable(), 'server' },
  root_dir = guidechain.root_dir,
  -- Neovim does not say that it takes this request; the handler below makes it true.
  capabilities = { workspace = { codeLens = { refreshSupport = true } } },
  handlers = { ['workspace/codeLens/refresh'] = guidechain.on_refresh },
  commands = { ['guidechain.openGoverning'] = guidechain.on_open_governing },
}
