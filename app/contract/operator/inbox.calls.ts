import { alertsSchema, snoozeAlertSchema, waitingSchema } from './alerts.ts'
import { overviewQuerySchema } from './operator.ts'
import { spendersSchema } from './spenders.ts'
import { defineCall, noContent } from '../base/call.ts'

const tag = 'Operator'

export const getAlertsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/alerts',
  summary: 'List what needs the operator now, the most severe first',
  tag,
  auth: 'operator:see_overview',
  status: 200,
  input: {},
  response: alertsSchema,
})

export const snoozeAlertCall = defineCall({
  method: 'POST',
  path: '/v1/operator/alerts/snooze',
  summary: 'Hide an alert for a while, or show it again',
  tag,
  auth: 'operator:manage_server',
  status: 204,
  input: { body: snoozeAlertSchema },
  response: noContent,
})

export const getWaitingCall = defineCall({
  method: 'GET',
  path: '/v1/operator/waiting',
  summary: 'Count what waits on the pages that the caller’s role opens',
  tag,
  auth: 'operator:enter',
  status: 200,
  input: {},
  response: waitingSchema,
})

export const getSpendersCall = defineCall({
  method: 'GET',
  path: '/v1/operator/spenders',
  summary: 'List the people who spent most tokens, with the cost of their runs, and count who signed up, ran and paid',
  tag,
  auth: 'operator:see_overview',
  status: 200,
  input: { query: overviewQuerySchema },
  response: spendersSchema,
})
