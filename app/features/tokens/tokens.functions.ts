import { getBalanceCall, getLimitsCall, linkLedgerCall, listTokenEntriesCall, setLimitsCall } from '#app/contract/money/tokens.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getBalance = reads.handler(send(getBalanceCall))
export const listTokenEntries = reads.handler(send(listTokenEntriesCall))
export const linkLedger = changes.handler(send(linkLedgerCall))
export const getLimits = reads.handler(send(getLimitsCall))
export const setLimits = changes.handler(send(setLimitsCall))
