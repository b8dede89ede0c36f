import { changeSavedPromptSchema, editSavedPromptSchema, savedPromptSchema, savedPromptsSchema } from './studio.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Studio'

export const listPromptsCall = defineCall({
  method: 'GET',
  path: '/v1/prompts',
  summary: 'List saved prompts, newest first',
  tag,
  auth: 'key:read',
  status: 200,
  input: {},
  response: savedPromptsSchema,
})

export const savePromptCall = defineCall({
  method: 'POST',
  path: '/v1/prompts',
  summary: 'Save a prompt; `{{place}}` in it is a placeholder to fill in on use',
  tag,
  auth: 'key:library',
  status: 201,
  input: { body: editSavedPromptSchema },
  response: savedPromptSchema,
})

export const changePromptCall = defineCall({
  method: 'PATCH',
  path: '/v1/prompts/{id}',
  summary: 'Change the name or the text of a saved prompt',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params: byId, body: changeSavedPromptSchema },
  response: savedPromptSchema,
})

export const deletePromptCall = defineCall({
  method: 'DELETE',
  path: '/v1/prompts/{id}',
  summary: 'Delete a saved prompt',
  tag,
  auth: 'key:library',
  status: 204,
  input: { params: byId },
  response: noContent,
})
