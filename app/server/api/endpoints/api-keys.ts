import * as v from 'valibot'
import { apiKeysSchema, createApiKeySchema, newApiKeySchema } from '#app/contract/api-keys.ts'
import { idSchema } from '#app/contract/common.ts'
import { createApiKey } from '../../core/api-keys/create-api-key.ts'
import { listApiKeys } from '../../core/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../core/api-keys/revoke-api-key.ts'
import { siteUrl } from '../../site-url.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { inBackground } from '../in-background.ts'

const tag = 'API keys'

export const apiKeyEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/v1/me/api-keys',
    summary: 'Own API keys, with what each has run this month; never the keys themselves',
    tag,
    status: 200,
    input: {},
    response: apiKeysSchema,
    handle: async ({ runtime, caller }) => ({ items: await listApiKeys(runtime.db, { userId: caller.userId }) }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/api-keys',
    summary: 'Make an API key. This answer is the only one that carries it.',
    tag,
    status: 201,
    errors: ['too_many_api_keys'],
    input: { body: createApiKeySchema },
    response: newApiKeySchema,
    async handle({ runtime, caller, input: { body } }) {
      const { db, mailer, env } = runtime
      const { created, delivery } = await createApiKey(db, mailer, { userId: caller.userId, siteUrl: siteUrl(env), input: body })
      inBackground(runtime, delivery)
      return created
    },
  }),
  endpoint({
    method: 'delete',
    path: '/v1/me/api-keys/{id}',
    summary: 'Revoke an API key. Its open streams end; runs it started continue.',
    tag,
    status: 204,
    errors: ['not_found'],
    input: { params: v.object({ id: idSchema }) },
    response: v.undefined(),
    async handle({ runtime, caller, input: { params } }) {
      await revokeApiKey(runtime.db, { userId: caller.userId, id: params.id })
      return undefined
    },
  }),
]
