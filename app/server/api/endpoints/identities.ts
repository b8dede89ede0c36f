import * as v from 'valibot'
import {
  addIdentitySchema,
  beginIdentitySchema,
  identitiesSchema,
  identityParamsSchema,
  identityStartSchema,
} from '#app/contract/identities.ts'
import { addIdentity } from '../../core/accounts/add-identity.ts'
import { attemptsOf } from '../../core/accounts/attempts.ts'
import { beginIdentity } from '../../core/accounts/begin-identity.ts'
import { listIdentities } from '../../core/accounts/list-identities.ts'
import { removeIdentity } from '../../core/accounts/remove-identity.ts'
import { siteUrl } from '../../site-url.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { inBackground } from '../in-background.ts'

const tag = 'Account'

export const identityEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/v1/me/identities',
    summary: 'Other services that open the account, and those that could.',
    tag,
    status: 200,
    input: {},
    response: identitiesSchema,
    handle: ({ runtime: { db, oauth }, caller }) => listIdentities(db, { oauth, userId: caller.userId }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/identities/begin',
    summary: 'Begin to connect another service: the address that the browser has to open. It comes back to the settings with `?connect=`.',
    tag,
    status: 200,
    errors: ['recent_sign_in_required', 'invalid_input', 'too_many_attempts'],
    input: { body: beginIdentitySchema },
    response: identityStartSchema,
    handle: ({
      runtime: { db, oauth, keys, handle },
      caller,
      input: {
        body: { provider, ...proof },
      },
    }) => beginIdentity(db, { oauth, keys, attempts: attemptsOf(handle) }, { caller, provider, proof }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/identities',
    summary: 'Connect the service that the browser has come back from. `email_taken`: it opens another account.',
    tag,
    status: 200,
    errors: ['invalid_verification_token', 'email_taken', 'invalid_input'],
    input: { body: addIdentitySchema },
    response: identitiesSchema,
    async handle({ runtime, caller: { userId }, input: { body } }) {
      const { db, keys, mailer, oauth, env } = runtime
      const { delivery } = await addIdentity(db, keys, mailer, { userId, ticket: body.ticket, siteUrl: siteUrl(env) })
      inBackground(runtime, delivery)
      return listIdentities(db, { oauth, userId })
    },
  }),
  endpoint({
    method: 'delete',
    path: '/v1/me/identities/{provider}',
    summary: 'Disconnect a service. The last way into the account stays.',
    tag,
    status: 204,
    errors: ['not_found', 'last_way_in', 'invalid_input'],
    input: { params: identityParamsSchema },
    response: v.undefined(),
    async handle({ runtime: { db, oauth }, caller, input: { params } }) {
      await removeIdentity(db, { oauth, userId: caller.userId, provider: params.provider })
      return undefined
    },
  }),
]
