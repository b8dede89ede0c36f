import { answerAuthorizationCall, readAuthorizationCall } from '#app/contract/account/programs.calls.ts'
import type { AuthorizationRequest } from '#app/contract/account/programs.ts'
import { allowAuthorization } from '#app/server/core/identity/programs/allow-authorization.ts'
import { readAuthorization } from '#app/server/core/identity/programs/authorization.ts'
import type { Client } from '#app/server/core/identity/programs/clients.ts'
import { proofOfConsent, proveConsent } from '#app/server/core/identity/programs/prove-consent.ts'
import { hostOf } from '#app/server/core/identity/programs/redirect-uris.ts'
import { requireKnownModels } from '#app/server/core/identity/api-keys/key-budget.ts'
import { Problem } from '#app/server/core/problem.ts'
import type { Runtime } from '#app/server/runtime.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { inBackground } from '../../requests/in-background.ts'

/** Reads the request of a person. Each may make this server read an address, so there is a limit. */
async function readOf({ db, env, attempts }: Runtime, userId: string, query: string) {
  await attempts.authorizationsByPerson.take(userId)
  return readAuthorization(db, { env, siteUrl: siteUrl(env), query })
}

const toClient = ({ name, host }: Client) => ({ name, host })

export const authorizationEndpoints: Endpoint[] = [
  endpoint(readAuthorizationCall, {
    async handle({ runtime, caller, input: { query } }): Promise<AuthorizationRequest> {
      const read = await readOf(runtime, caller.userId, query.request)
      if ('broken' in read)
        return { state: 'broken', broken: read.broken, client: read.client && toClient(read.client), return_to: read.returnTo }
      const { client, redirectUri, scopes } = read
      const proof = await proofOfConsent(runtime.db, caller)
      return { state: 'asks', client: toClient(client), returns_to: hostOf(redirectUri), scopes, proof }
    },
  }),
  endpoint(answerAuthorizationCall, {
    async handle({
      runtime,
      caller,
      input: {
        body: { request, allow, budget = {}, password, code },
      },
    }) {
      const { db, keys, attempts, providers, mailer, env } = runtime
      const authorization = await readOf(runtime, caller.userId, request)
      if ('broken' in authorization) throw new Problem('not_found')
      if (!allow) return { redirect_to: authorization.answer({ error: 'access_denied' }) }
      await requireKnownModels(providers, budget)
      await proveConsent(db, { keys, attempts, caller, proof: { password, code } })
      const allowed = await allowAuthorization(db, mailer, { caller, authorization, budget, siteUrl: siteUrl(env) })
      inBackground(runtime, allowed.delivery)
      return { redirect_to: authorization.answer({ code: allowed.code }) }
    },
  }),
]
