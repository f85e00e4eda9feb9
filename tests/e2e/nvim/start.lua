-- How long a person waits in this editor for the lens of a file: run by run.sh, `nvim -c "luafile start.lua"`, with the
-- files to open, one after the other, in $FILES.
vim.g.loaded_python3_provider = 0 -- Neovim itself looks for a Python at the first Python file, for seconds.

local function lens()
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find('codelens') and #vim.api.nvim_buf_get_extmarks(0, namespace, { 0, 0 }, { 0, -1 }, {}) > 0 then
      return true
    end
  end
end

local times = {}
for _, file in ipairs(vim.split(vim.env.FILES, '\n', { trimempty = true })) do
  local began = vim.uv.hrtime()
  vim.cmd.edit(vim.fn.fnameescape(file))
  if not vim.wait(90000, lens, 1) then
    io.stdout:write('FAIL no lens in ' .. file .. '\n')
    vim.cmd('cquit 1')
  end
  table.insert(times, ('%d'):format((vim.uv.hrtime() - began) / 1e6))
end
io.stdout:write(('info %s: ms from opening to lens, first %s, then %s\n'):format(vim.env.NAME, times[1], table.concat(times, ', ', 2)))
vim.cmd('qall!')
