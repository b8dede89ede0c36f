import * as v from 'valibot'
import {
  decideReportSchema,
  decisionsSchema,
  operatorReportPageSchema,
  operatorReportSchema,
  reportShareSchema,
  reportsQuerySchema,
} from './reports.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

export const reportShareCall = defineCall({
  method: 'POST',
  path: '/v1/shares/{token}/report',
  summary: 'Report a shared result to the people who run this installation',
  tag: 'Shares',
  auth: 'public',
  status: 204,
  input: { params: v.object({ token: v.string() }), body: reportShareSchema },
  response: noContent,
  errors: ['not_found', 'too_many_attempts'],
})

export const listDecisionsCall = defineCall({
  method: 'GET',
  path: '/v1/me/decisions',
  summary: 'List decisions about your shared results and your reports, newest first',
  tag: 'Shares',
  auth: 'session',
  status: 200,
  input: {},
  response: decisionsSchema,
})

const tag = 'Operator'
const auth = 'operator:decide_reports'

export const listReportsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/reports',
  summary: 'List reported results, those with the newest reports first',
  tag,
  auth,
  status: 200,
  input: { query: reportsQuerySchema },
  response: operatorReportPageSchema,
  errors: ['unknown_cursor'],
})

export const decideReportCall = defineCall({
  method: 'POST',
  path: '/v1/operator/reports/{id}/decide',
  summary: 'Dismiss the reports of a result, take it down, or allow it again',
  tag,
  auth,
  reach: 'anyone',
  status: 200,
  input: { params: byId, body: decideReportSchema },
  response: operatorReportSchema,
})
