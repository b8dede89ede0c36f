import * as v from 'valibot'
import { changeSavedPromptSchema, editSavedPromptSchema, savedPromptSchema, savedPromptsSchema } from '#app/contract/studio.ts'
import { changePrompt } from '../../core/prompts/change-prompt.ts'
import { deletePrompt } from '../../core/prompts/delete-prompt.ts'
import { listPrompts } from '../../core/prompts/list-prompts.ts'
import { savePrompt } from '../../core/prompts/save-prompt.ts'
import { keyEndpoint } from '../endpoint.ts'

const tag = 'Studio'
const byId = v.object({ id: v.string() })

export const promptEndpoints = [
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/prompts',
    summary: 'Own saved prompts of all kinds, newest first',
    tag,
    status: 200,
    input: {},
    response: savedPromptsSchema,
    handle: async ({ runtime: { db }, caller }) => ({ items: await listPrompts(db, { userId: caller.userId }) }),
  }),
  keyEndpoint({
    scope: 'library',
    method: 'post',
    path: '/v1/prompts',
    summary: 'Save a prompt; `{{place}}` in it is a gap to be filled in when it is used',
    tag,
    status: 201,
    input: { body: editSavedPromptSchema },
    response: savedPromptSchema,
    handle: ({ runtime: { db }, caller, input: { body } }) => savePrompt(db, { userId: caller.userId, input: body }),
  }),
  keyEndpoint({
    scope: 'library',
    method: 'patch',
    path: '/v1/prompts/{id}',
    summary: 'Change the name or the text of a saved prompt',
    tag,
    status: 200,
    input: { params: byId, body: changeSavedPromptSchema },
    response: savedPromptSchema,
    handle: ({ runtime: { db }, caller, input: { params, body } }) =>
      changePrompt(db, { userId: caller.userId, id: params.id, changes: body }),
  }),
  keyEndpoint({
    scope: 'library',
    method: 'delete',
    path: '/v1/prompts/{id}',
    summary: 'Forget a saved prompt',
    tag,
    status: 204,
    input: { params: byId },
    response: v.void(),
    handle: ({ runtime: { db }, caller, input: { params } }) => deletePrompt(db, { userId: caller.userId, id: params.id }),
  }),
]
