import * as v from 'valibot'
import { deviceSessionsSchema, referralsSchema, updateMeSchema, userSchema } from '#app/contract/accounts.ts'
import { idSchema } from '#app/contract/common.ts'
import { endSession } from '../../core/accounts/end-session.ts'
import { getReferrals } from '../../core/accounts/get-referrals.ts'
import { getSession } from '../../core/accounts/get-session.ts'
import { listSessions } from '../../core/accounts/list-sessions.ts'
import { updateMe } from '../../core/accounts/update-me.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'

const tag = 'Account'

export const meEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/v1/me',
    summary: 'The account, with its balance.',
    tag,
    status: 200,
    input: {},
    response: userSchema,
    handle: ({ runtime, caller }) => getSession(runtime.db, { userId: caller.userId }),
  }),
  endpoint({
    method: 'patch',
    path: '/v1/me',
    summary: 'Change the name, the language or the time zone. What is left out stays.',
    tag,
    status: 200,
    errors: ['invalid_input'],
    input: { body: updateMeSchema },
    response: userSchema,
    handle: ({
      runtime,
      caller,
      input: {
        body: { time_zone: timeZone, ...changes },
      },
    }) => updateMe(runtime.db, { userId: caller.userId, ...changes, timeZone }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/me/referrals',
    summary: 'The code of the account for links to the app, and how many people joined with it.',
    tag,
    status: 200,
    input: {},
    response: referralsSchema,
    handle: ({ runtime, caller }) => getReferrals(runtime.db, { userId: caller.userId }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/me/sessions',
    summary: 'Where the account is signed in.',
    tag,
    status: 200,
    input: {},
    response: deviceSessionsSchema,
    handle: async ({ runtime, caller }) => ({ items: await listSessions(runtime.db, { caller }) }),
  }),
  endpoint({
    method: 'delete',
    path: '/v1/me/sessions/{id}',
    summary: 'Sign out one device.',
    tag,
    status: 204,
    errors: ['not_found', 'invalid_input'],
    input: { params: v.object({ id: idSchema }) },
    response: v.undefined(),
    async handle({ runtime, caller, input: { params } }) {
      await endSession(runtime.db, { userId: caller.userId, sessionId: params.id })
      return undefined
    },
  }),
]
