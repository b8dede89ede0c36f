import { addIdentityCall, beginIdentityCall, listIdentitiesCall, removeIdentityCall } from '#app/contract/account/identities.calls.ts'
import { addIdentity } from '#app/server/core/identity/oauth/add-identity.ts'
import { startConnection } from '#app/server/core/identity/oauth/start-connection.ts'
import { listIdentities } from '#app/server/core/identity/oauth/list-identities.ts'
import { removeIdentity } from '#app/server/core/identity/oauth/remove-identity.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { inBackground } from '../../requests/in-background.ts'

export const identityEndpoints: Endpoint[] = [
  endpoint(listIdentitiesCall, {
    handle: ({ runtime: { db, oauth }, caller }) => listIdentities(db, { oauth, userId: caller.userId }),
  }),
  endpoint(beginIdentityCall, {
    handle: ({
      runtime: { db, oauth, keys, attempts },
      caller,
      input: {
        body: { provider, ...proof },
      },
    }) => startConnection(db, { oauth, keys, attempts }, { caller, provider, proof }),
  }),
  endpoint(addIdentityCall, {
    async handle({ runtime, caller, input: { body } }) {
      const { db, keys, mailer, oauth, env } = runtime
      const { delivery } = await addIdentity(db, keys, mailer, { oauth, caller, ticket: body.ticket, siteUrl: siteUrl(env) })
      inBackground(runtime, delivery)
      return listIdentities(db, { oauth, userId: caller.userId })
    },
  }),
  endpoint(removeIdentityCall, {
    async handle({ runtime: { db, oauth }, caller, input: { params } }) {
      await removeIdentity(db, { oauth, userId: caller.userId, provider: params.provider })
    },
  }),
]
