import { decideReportCall, listReportsCall, reportShareCall } from '#app/contract/calls/reports.ts'
import { decideReport, listReports, reportShare } from '../../core/operators/reports.ts'
import { endpoint } from '../endpoint.ts'

export const reportEndpoints = [
  endpoint(reportShareCall, {
    handle: ({ runtime: { db, attempts }, input: { params, body }, clientAddress }) =>
      reportShare(db, attempts, { ...body, token: params.token, address: clientAddress }),
  }),
  endpoint(listReportsCall, { handle: ({ runtime, input }) => listReports(runtime.db, input.query) }),
  endpoint(decideReportCall, {
    handle: ({ runtime, caller, input: { params, body }, clientAddress }) =>
      decideReport(runtime.db, { ...body, id: params.id, userId: caller.userId, address: clientAddress }),
  }),
]
