import { decideReportCall, listDecisionsCall, listReportsCall, reportShareCall } from '#app/contract/operator/reports.calls.ts'
import {
  decideReport,
  listDecisions,
  listReports,
  mailDecisions,
  mailFirstReport,
  reportShare,
} from '#app/server/core/operation/operators/reports.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { endpoint } from '../../endpoint.ts'
import { readerOf } from '../../requests/identify.ts'
import { inBackground } from '../../requests/in-background.ts'

export const reportEndpoints = [
  endpoint(reportShareCall, {
    async handle({ runtime, caller, context, input: { params, body }, locale, clientAddress }) {
      const reporterId = (await readerOf(runtime, context, caller))?.personId ?? null
      const options = { ...body, email: body.email, token: params.token, address: clientAddress, reporterId, locale }
      const { db, attempts, mailer, env } = runtime
      const { isFirst } = await reportShare(db, attempts, options)
      if (isFirst) inBackground(runtime, mailFirstReport(db, mailer, { to: env.OPERATOR_EMAIL, siteUrl: siteUrl(env) }))
    },
  }),
  endpoint(listDecisionsCall, {
    handle: async ({ runtime: { db, env }, caller }) => ({
      items: await listDecisions(db, { userId: caller.userId }),
      contact: env.OPERATOR_EMAIL ?? null,
    }),
  }),
  endpoint(listReportsCall, { handle: ({ runtime: { db, keys }, input }) => listReports(db, { keys, query: input.query }) }),
  endpoint(decideReportCall, {
    async handle({ runtime, caller, input: { params, body }, clientAddress }) {
      const { db, keys, mailer, attempts, env } = runtime
      const decided = { ...body, keys, id: params.id, userId: caller.userId, address: clientAddress }
      const { report, notices } = await decideReport(db, decided)
      inBackground(runtime, mailDecisions(mailer, attempts, { notices, siteUrl: siteUrl(env), contact: env.OPERATOR_EMAIL ?? null }))
      return report
    },
  }),
]
