import { endPersonSessionCall, getPersonCredentialsCall, revokePersonKeyCall } from '#app/contract/operator/person-credentials.calls.ts'
import { endPersonSession, getPersonCredentials, revokePersonKey } from '#app/server/core/operation/operators/person-credentials.ts'
import { endpoint } from '../../endpoint.ts'

export const personCredentialsEndpoints = [
  endpoint(getPersonCredentialsCall, {
    handle: ({ runtime, input }) => getPersonCredentials(runtime.db, { personId: input.params.id }),
  }),
  endpoint(endPersonSessionCall, {
    async handle({ runtime: { db }, caller, input: { params, body }, clientAddress }) {
      await endPersonSession(db, { ...body, actor: caller, personId: params.id, sessionId: params.session, address: clientAddress })
      return getPersonCredentials(db, { personId: params.id })
    },
  }),
  endpoint(revokePersonKeyCall, {
    async handle({ runtime: { db }, caller, input: { params, body }, clientAddress }) {
      await revokePersonKey(db, { ...body, actor: caller, personId: params.id, keyId: params.key, address: clientAddress })
      return getPersonCredentials(db, { personId: params.id })
    },
  }),
]
