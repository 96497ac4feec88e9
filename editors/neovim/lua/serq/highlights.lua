-- The server's colors look like those of syntax/serq.vim, so that nothing changes when it has started.
local M = {}

local links = {
  ['@lsp.type.property.serq'] = 'serqOption',
  ['@lsp.type.enumMember.serq'] = 'serqPolicy',
  ['@lsp.type.type.serq'] = 'serqKind',
  ['@lsp.type.struct.serq'] = 'serqPool',
  ['@lsp.type.class.serq'] = 'serqStage',
  ['@lsp.type.event.serq'] = 'serqObservation',
  ['@lsp.type.function.serq'] = 'serqDefinition',
  ['@lsp.type.macro.serq'] = 'serqDefinition',
  ['@lsp.type.parameter.serq'] = 'serqParameter',
  ['@lsp.type.operator.serq'] = 'serqOperator',
  ['@lsp.type.number.serq'] = 'serqNumber',
  ['@lsp.type.string.serq'] = 'serqString',
  ['@lsp.typemod.variable.readonly.serq'] = 'serqConstant',
  ['@lsp.typemod.variable.defaultLibrary.serq'] = 'serqContext',
  ['@lsp.typemod.variable.modification.serq'] = 'serqAttribute',
  ['@lsp.typemod.variable.hidden.serq'] = 'serqHidden',
  ['@lsp.typemod.function.defaultLibrary.serq'] = 'serqFunction',
  ['@lsp.typemod.operator.random.serq'] = 'serqDraw',
  ['@lsp.typemod.function.random.serq'] = 'serqDistribution',
  ['@lsp.typemod.comment.documentation.serq'] = 'serqExpectation',
  ['@lsp.mod.deprecated.serq'] = 'DiagnosticDeprecated',
  -- Kinds of words are told apart by syntax/serq.vim: a keyword of the server may be several of them.
  ['@lsp.type.keyword.serq'] = '',
  ['@lsp.type.variable.serq'] = '',
  ['@lsp.type.comment.serq'] = '',
  serqHidden = 'Underlined',
  serqReveal = 'Visual',
  serqStale = 'DiagnosticWarn',
}

function M.link()
  for group, look in pairs(links) do
    if look ~= '' then
      vim.api.nvim_set_hl(0, group, { link = look, default = true })
    elseif vim.tbl_isempty(vim.api.nvim_get_hl(0, { name = group })) then
      vim.api.nvim_set_hl(0, group, {})
    end
  end
end

return M
