import {
  getFindingsCall,
  getSystemCall,
  retryJobCall,
  retryMailCall,
  sendTestMailCall,
  startAuditCall,
} from '#app/contract/operator/system.calls.ts'
import { connectedEnv } from '#app/server/core/operation/connections/connected-env.ts'
import { readBackups } from '#app/server/core/operation/operations/record-backup.ts'
import { getSystem } from '#app/server/core/operation/operations/get-system.ts'
import { resendMail, retryJob, startAudit } from '#app/server/core/operation/operators/retry-work.ts'
import { tryMail } from '#app/server/core/operation/operators/try-mail.ts'
import { readBrowserModeration } from '#app/server/core/operation/connections/open-moderation.ts'
import { examine } from '#app/server/doctor/examine.ts'
import { translate } from '#app/server/i18n.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { endpoint } from '../../endpoint.ts'

export const systemEndpoints = [
  endpoint(getSystemCall, {
    handle: ({ runtime: { handle, env, storage } }) => getSystem(handle, { env, storage, variables: process.env }),
  }),
  endpoint(getFindingsCall, {
    heavy: () => true,
    async handle({ runtime: { db, env, connections }, locale }) {
      const { connections: own } = await connections.settings()
      const findings = await examine({
        env: connectedEnv(env, own.values()),
        variables: process.env,
        modelsFile: connections.modelsFile(),
        moderation: await readBrowserModeration({ db, env, connections }),
        backups: await readBackups(db),
      })
      return {
        items: findings.map(({ state, what, why }) => ({
          state,
          what: typeof what === 'string' ? what : translate(locale, what),
          why: why.map(({ text, values }) => translate(locale, text, values)).join('; '),
        })),
      }
    },
  }),
  endpoint(retryJobCall, {
    handle: ({ runtime: { db, queue }, caller, input: { params }, clientAddress }) =>
      retryJob(db, { queue, id: params.id, reason: '', userId: caller.userId, address: clientAddress }),
  }),
  endpoint(retryMailCall, {
    handle: ({ runtime: { db, keys, mailer }, caller, input: { params }, clientAddress }) =>
      resendMail(db, { keys, mailer, id: params.id, reason: '', userId: caller.userId, address: clientAddress }),
  }),
  endpoint(sendTestMailCall, {
    heavy: () => true,
    async handle({ runtime: { db, env, attempts, mailer, logger }, caller: { userId }, locale }) {
      const { to, problem } = await tryMail(db, { attempts, mailer, logger, userId, locale, siteUrl: siteUrl(env), smtpUrl: env.SMTP_URL })
      if (problem) return { to, outcome: 'refused' as const, why: translate(locale, problem.text, problem.values) }
      return { to, outcome: env.SMTP_URL ? ('sent' as const) : ('outbox' as const), why: null }
    },
  }),
  endpoint(startAuditCall, {
    handle: ({ runtime: { db, queue }, caller, clientAddress }) =>
      startAudit(db, { queue, reason: '', userId: caller.userId, address: clientAddress }),
  }),
]
