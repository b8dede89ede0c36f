import { createApiKeyCall, createOperatorKeyCall, listApiKeysCall, revokeApiKeyCall } from '#app/contract/account/api-keys.calls.ts'
import { createApiKey } from '../../core/identity/api-keys/create-api-key.ts'
import { listApiKeys } from '../../core/identity/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../core/identity/api-keys/revoke-api-key.ts'
import { proveIdentity } from '../../core/identity/two-factor/prove-identity.ts'
import { siteUrl } from '../../site-url.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { inBackground } from '../in-background.ts'
import { proveOperator } from '../prove-operator.ts'

export const apiKeyEndpoints: Endpoint[] = [
  endpoint(listApiKeysCall, {
    handle: async ({ runtime, caller }) => ({ items: await listApiKeys(runtime.db, { userId: caller.userId }) }),
  }),
  endpoint(createApiKeyCall, {
    async handle({
      runtime,
      caller,
      input: {
        body: { password, code, ...body },
      },
    }) {
      const { db, keys, attempts, mailer, env } = runtime
      await proveIdentity(db, keys, attempts, { caller, proof: { password, code }, now: new Date() })
      const { created, delivery } = await createApiKey(db, mailer, { ...caller, siteUrl: siteUrl(env), input: body })
      inBackground(runtime, delivery)
      return created
    },
  }),
  endpoint(createOperatorKeyCall, {
    async handle({
      runtime,
      caller,
      input: {
        body: { password, code, scopes, ...key },
      },
    }) {
      const { db, mailer, env } = runtime
      await proveOperator(runtime, caller, { password, code })
      const input = { ...key, scopes: [...scopes, 'operator' as const] }
      const { created, delivery } = await createApiKey(db, mailer, { ...caller, siteUrl: siteUrl(env), input })
      inBackground(runtime, delivery)
      return created
    },
  }),
  endpoint(revokeApiKeyCall, {
    async handle({ runtime, caller, input: { params } }) {
      await revokeApiKey(runtime.db, { userId: caller.userId, id: params.id })
    },
  }),
]
