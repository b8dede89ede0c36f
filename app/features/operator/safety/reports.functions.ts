import { decideReportCall, listReportsCall } from '#app/contract/operator/reports.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listReports = reads.handler(send(listReportsCall))
export const decideReport = changes.handler(send(decideReportCall))
