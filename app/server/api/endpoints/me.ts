import * as v from 'valibot'
import {
  deletionSchema,
  deviceSessionsSchema,
  exportAnswerSchema,
  referralsSchema,
  updateMeSchema,
  userSchema,
} from '#app/contract/accounts.ts'
import { idSchema } from '#app/contract/common.ts'
import { askForEmailChangeSchema, emailChangeSchema } from '#app/contract/email-change.ts'
import { proofSchema } from '#app/contract/security.ts'
import { askForDeletion } from '../../core/accounts/ask-for-deletion.ts'
import { askForEmailChange } from '../../core/accounts/ask-for-email-change.ts'
import { attemptsOf } from '../../core/accounts/attempts.ts'
import { cancelEmailChange } from '../../core/accounts/cancel-email-change.ts'
import { endSession } from '../../core/accounts/end-session.ts'
import { getEmailChange } from '../../core/accounts/get-email-change.ts'
import { getReferrals } from '../../core/accounts/get-referrals.ts'
import { getSession } from '../../core/accounts/get-session.ts'
import { listSessions } from '../../core/accounts/list-sessions.ts'
import { updateMe } from '../../core/accounts/update-me.ts'
import { readExportUrl, signExportUrl } from '../../core/exports/export-link.ts'
import { openExport } from '../../core/exports/open-export.ts'
import { contentDisposition } from '../../core/files/file-name.ts'
import { siteUrl } from '../../site-url.ts'
import { type Endpoint, endpoint, publicEndpoint } from '../endpoint.ts'
import { inBackground } from '../in-background.ts'

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
    summary: 'Change the name, the language, the time zone, the currency or the notifications. What is left out stays.',
    tag,
    status: 200,
    errors: ['invalid_input'],
    input: { body: updateMeSchema },
    response: userSchema,
    handle: ({
      runtime,
      caller,
      input: {
        body: { time_zone: timeZone, mail_when_done: mailWhenDone, ...changes },
      },
    }) => updateMe(runtime.db, { userId: caller.userId, ...changes, timeZone, mailWhenDone }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/me/email-change',
    summary: 'The new address that waits to be confirmed, if any.',
    tag,
    status: 200,
    input: {},
    response: emailChangeSchema,
    handle: ({ runtime, caller }) => getEmailChange(runtime.db, { userId: caller.userId }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/email-change',
    summary:
      'Ask for another address. It is mailed a link that confirms it within an hour, the present one a link that prevents it. The answer is the same whether or not the new one has an account.',
    tag,
    status: 202,
    errors: ['nothing_to_change', 'recent_sign_in_required', 'invalid_input', 'too_many_attempts'],
    input: { body: askForEmailChangeSchema },
    response: emailChangeSchema,
    async handle({
      runtime,
      caller,
      input: {
        body: { email, ...proof },
      },
      clientAddress,
    }) {
      const { db, keys, mailer, handle, env } = runtime
      const options = { caller, proof, email, address: clientAddress, siteUrl: siteUrl(env) }
      const { pending, delivery } = await askForEmailChange(db, keys, mailer, attemptsOf(handle), options)
      inBackground(runtime, delivery)
      return { pending }
    },
  }),
  endpoint({
    method: 'delete',
    path: '/v1/me/email-change',
    summary: 'Do not wait for the new address any more. Its link stops working.',
    tag,
    status: 204,
    input: {},
    response: v.undefined(),
    async handle({ runtime, caller }) {
      await cancelEmailChange(runtime.db, { userId: caller.userId })
      return undefined
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/deletion',
    summary: 'Delete the account in a week. Ends all sessions and stops all API keys at once; a sign-in until then takes it back.',
    tag,
    status: 202,
    errors: ['recent_sign_in_required', 'too_many_attempts'],
    input: { body: proofSchema },
    response: deletionSchema,
    async handle({ runtime, caller, input: { body } }) {
      const { db, keys, mailer, handle, env } = runtime
      const options = { caller, proof: body, siteUrl: siteUrl(env) }
      const { deleteAfter, delivery } = await askForDeletion(db, keys, mailer, attemptsOf(handle), options)
      inBackground(runtime, delivery)
      return { delete_after: deleteAfter.toISOString() }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/export',
    summary: 'A link to a ZIP of everything the account has: JSON and files',
    tag,
    status: 200,
    input: {},
    response: exportAnswerSchema,
    handle: async ({ runtime: { keys }, caller }) => ({ url: signExportUrl(keys, { userId: caller.userId }) }),
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/me/export/{link}',
    summary: 'The ZIP that a link leads to, made as it is sent',
    tag,
    status: 200,
    errors: ['not_found'],
    input: { params: v.object({ link: v.pipe(v.string(), v.maxLength(200, 'too_long')) }) },
    response: v.instance(Response),
    produces: 'application/zip',
    async handle({ runtime: { db, keys, storage }, input: { params }, context }) {
      const { userId } = readExportUrl(keys, params.link)
      const headers = {
        'content-type': 'application/zip',
        'content-disposition': contentDisposition(`quartet-export-${new Date().toISOString().slice(0, 10)}.zip`, { download: true }),
        'cache-control': 'private, no-store',
      }
      if (context.req.method === 'HEAD') return new Response(null, { headers })
      return new Response(await openExport(db, { storage, userId }), { headers })
    },
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
