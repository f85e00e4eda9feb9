--- Found by vim.lsp.enable('guidechain'). Every buffer that is a file gets the server; settings go into
--- vim.lsp.config('guidechain', { settings = { guidechain = { ... } } }), see |guidechain-settings|.
local guidechain = require('guidechain')

---@type vim.lsp.Config
return {
  cmd = { guidechain.executable(), 'server' },
  root_dir = guidechain.root_dir,
  -- What Neovim does not say; the handlers and commands below make it true.
  capabilities = {
    workspace = { codeLens = { refreshSupport = true } },
    experimental = { guidechain = { places = true, type = true } },
  },
  handlers = {
    ['workspace/codeLens/refresh'] = guidechain.on_refresh,
    ['guidechain/type'] = guidechain.on_type,
  },
  commands = {
    ['guidechain.openGoverning'] = guidechain.on_open_governing,
    ['guidechain.openGoverned'] = guidechain.on_open_places,
    ['guidechain.openGuarded'] = guidechain.on_open_places,
    ['guidechain.openImported'] = guidechain.on_open_places,
  },
}
