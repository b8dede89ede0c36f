import { changePromptCall, deletePromptCall, listPromptsCall, savePromptCall } from '#app/contract/runs/prompts.calls.ts'
import { changePrompt } from '../../core/library/prompts/change-prompt.ts'
import { deletePrompt } from '../../core/library/prompts/delete-prompt.ts'
import { listPrompts } from '../../core/library/prompts/list-prompts.ts'
import { savePrompt } from '../../core/library/prompts/save-prompt.ts'
import { endpoint } from '../endpoint.ts'

export const promptEndpoints = [
  endpoint(listPromptsCall, {
    handle: async ({ runtime: { db }, caller }) => ({ items: await listPrompts(db, { userId: caller.accountId }) }),
  }),
  endpoint(savePromptCall, {
    handle: ({ runtime: { db }, caller, input: { body } }) => savePrompt(db, { userId: caller.accountId, input: body }),
  }),
  endpoint(changePromptCall, {
    handle: ({ runtime: { db }, caller, input: { params, body } }) =>
      changePrompt(db, { userId: caller.accountId, id: params.id, changes: body }),
  }),
  endpoint(deletePromptCall, {
    handle: ({ runtime: { db }, caller, input: { params } }) => deletePrompt(db, { userId: caller.accountId, id: params.id }),
  }),
]
