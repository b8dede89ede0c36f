import {
  changeApiKeyCall,
  endProgramAccessCall,
  createApiKeyCall,
  createOperatorKeyCall,
  getOwnKeyCall,
  listApiKeysCall,
  revokeApiKeyCall,
} from '#app/contract/account/api-keys.calls.ts'
import { changeApiKey } from '#app/server/core/identity/api-keys/change-api-key.ts'
import { createApiKey } from '#app/server/core/identity/api-keys/create-api-key.ts'
import { endProgramAccess } from '#app/server/core/identity/api-keys/end-program-access.ts'
import { requireKnownModels } from '#app/server/core/identity/api-keys/key-budget.ts'
import { findOwnKey, listApiKeys } from '#app/server/core/identity/api-keys/list-api-keys.ts'
import { revokeApiKey } from '#app/server/core/identity/api-keys/revoke-api-key.ts'
import { proveIdentity } from '#app/server/core/identity/two-factor/prove-identity.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { inBackground } from '../../requests/in-background.ts'
import { proveOperator } from '../../requests/prove-operator.ts'

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
      const { db, keys, attempts, mailer, env, providers } = runtime
      await proveIdentity(db, keys, attempts, { caller, proof: { password, code }, now: new Date() })
      await requireKnownModels(providers, body.budget ?? {})
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
      const { db, mailer, env, providers } = runtime
      await proveOperator(runtime, caller, { password, code })
      await requireKnownModels(providers, key.budget ?? {})
      const input = { ...key, scopes: [...scopes, 'operator' as const] }
      const { created, delivery } = await createApiKey(db, mailer, { ...caller, siteUrl: siteUrl(env), input })
      inBackground(runtime, delivery)
      return created
    },
  }),
  endpoint(endProgramAccessCall, { handle: ({ runtime: { db }, caller }) => endProgramAccess(db, { userId: caller.userId }) }),
  endpoint(changeApiKeyCall, {
    handle: ({ runtime: { db, providers }, caller, input: { params, body } }) =>
      changeApiKey(db, { providers, userId: caller.userId, id: params.id, input: body }),
  }),
  endpoint(getOwnKeyCall, { handle: ({ runtime: { db }, caller }) => findOwnKey(db, caller.apiKeyId) }),
  endpoint(revokeApiKeyCall, {
    async handle({ runtime, caller, input: { params } }) {
      await revokeApiKey(runtime.db, { userId: caller.userId, id: params.id })
    },
  }),
]
