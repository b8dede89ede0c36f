import {
  askForDeletionCall,
  askForEmailChangeCall,
  cancelEmailChangeCall,
  downloadExportCall,
  endDeviceSessionCall,
  getEmailChangeCall,
  getMeCall,
  getReferralsCall,
  linkExportCall,
  listDeviceSessionsCall,
  getConsentCall,
  giveConsentCall,
  updateMeCall,
} from '#app/contract/account/me.calls.ts'
import { getConsent, giveConsent } from '#app/server/core/identity/consents/consents.ts'
import { requestDeletion } from '#app/server/core/identity/accounts/request-deletion.ts'
import { requestEmailChange } from '#app/server/core/identity/email/request-email-change.ts'
import { cancelEmailChange } from '#app/server/core/identity/email/cancel-email-change.ts'
import { endSession } from '#app/server/core/identity/sessions/end-session.ts'
import { getEmailChange } from '#app/server/core/identity/email/get-email-change.ts'
import { getReferrals } from '#app/server/core/money/referrals/get-referrals.ts'
import { getMe } from '#app/server/core/identity/profile/get-me.ts'
import { listSessions } from '#app/server/core/identity/sessions/list-sessions.ts'
import { updateMe } from '#app/server/core/identity/profile/update-me.ts'
import { readExportUrl, signExportUrl } from '#app/server/core/library/exports/export-link.ts'
import { openExport } from '#app/server/core/library/exports/open-export.ts'
import { contentDisposition } from '#app/server/core/making/files/file-name.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { inBackground } from '../../requests/in-background.ts'

export const meEndpoints: Endpoint[] = [
  endpoint(getMeCall, {
    handle: ({ runtime, caller }) => getMe(runtime.db, { userId: caller.userId }),
  }),
  endpoint(getConsentCall, {
    handle: ({ runtime: { db, env }, caller: { userId } }) => getConsent(db, { env, userId }),
  }),
  endpoint(giveConsentCall, {
    handle: ({ runtime: { db, env }, caller: { userId }, input: { body } }) => giveConsent(db, { env, userId, ...body }),
  }),
  endpoint(updateMeCall, {
    handle: ({
      runtime,
      caller,
      input: {
        body: { time_zone: timeZone, mail_when_done: mailWhenDone, mail_when_asked: mailWhenAsked, ...changes },
      },
    }) => updateMe(runtime.db, { userId: caller.userId, ...changes, timeZone, mailWhenDone, mailWhenAsked }),
  }),
  endpoint(getEmailChangeCall, {
    handle: ({ runtime, caller }) => getEmailChange(runtime.db, { userId: caller.userId }),
  }),
  endpoint(askForEmailChangeCall, {
    async handle({
      runtime,
      caller,
      input: {
        body: { email, ...proof },
      },
      clientAddress,
    }) {
      const { db, keys, mailer, attempts, env, disposable } = runtime
      const options = { caller, proof, email, address: clientAddress, siteUrl: siteUrl(env), disposable }
      const { pending, delivery } = await requestEmailChange(db, keys, mailer, attempts, options)
      inBackground(runtime, delivery)
      return { pending }
    },
  }),
  endpoint(cancelEmailChangeCall, {
    async handle({ runtime, caller }) {
      await cancelEmailChange(runtime.db, { userId: caller.userId })
    },
  }),
  endpoint(askForDeletionCall, {
    async handle({ runtime, caller, input: { body } }) {
      const { db, keys, mailer, attempts, env } = runtime
      const options = { caller, proof: body, siteUrl: siteUrl(env) }
      const { deleteAfter, delivery } = await requestDeletion(db, keys, mailer, attempts, options)
      inBackground(runtime, delivery)
      return { delete_after: deleteAfter.toISOString() }
    },
  }),
  endpoint(linkExportCall, {
    handle: async ({ runtime: { keys }, caller }) => ({ url: signExportUrl(keys, { userId: caller.userId }) }),
  }),
  endpoint(downloadExportCall, {
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
  endpoint(getReferralsCall, {
    handle: ({ runtime, caller }) => getReferrals(runtime.db, { userId: caller.userId }),
  }),
  endpoint(listDeviceSessionsCall, {
    handle: async ({ runtime, caller }) => ({ items: await listSessions(runtime.db, { caller }) }),
  }),
  endpoint(endDeviceSessionCall, {
    async handle({ runtime, caller, input: { params } }) {
      await endSession(runtime.db, { userId: caller.userId, sessionId: params.id })
    },
  }),
]
