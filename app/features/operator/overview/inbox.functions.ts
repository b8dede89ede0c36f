import { getAlertsCall, getSpendersCall, getWaitingCall, snoozeAlertCall } from '#app/contract/operator/inbox.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getAlerts = reads.handler(send(getAlertsCall))
export const snoozeAlert = changes.handler(send(snoozeAlertCall))
export const getWaiting = reads.handler(send(getWaitingCall))
export const getSpenders = reads.handler(send(getSpendersCall))
