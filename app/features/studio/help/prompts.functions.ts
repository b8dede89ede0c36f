import { changePromptCall, deletePromptCall, listPromptsCall, savePromptCall } from '#app/contract/runs/prompts.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listPrompts = reads.handler(send(listPromptsCall))
export const savePrompt = changes.handler(send(savePromptCall))
export const changePrompt = changes.handler(send(changePromptCall))
export const deletePrompt = changes.handler(send(deletePromptCall))
