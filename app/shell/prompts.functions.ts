import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { changeSavedPromptSchema, editSavedPromptSchema, savedPromptSchema, savedPromptsSchema } from '#app/contract/studio.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

const byId = v.object({ id: v.string() })
const path = ({ id }: { id: string }) => `/v1/prompts/${encodeURIComponent(id)}`

export const listPrompts = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/prompts', response: savedPromptsSchema }))

export const savePrompt = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(editSavedPromptSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: '/v1/prompts', body: data, response: savedPromptSchema }))

export const changePrompt = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ ...byId.entries, ...changeSavedPromptSchema.entries })))
  .handler(({ data: { id, ...body }, context }) =>
    context.api.call({ method: 'PATCH', path: path({ id }), body, response: savedPromptSchema }),
  )

export const deletePrompt = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'DELETE', path: path(data), response: noContent }))
