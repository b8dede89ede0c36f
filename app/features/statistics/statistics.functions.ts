import { getStatisticsCall } from '#app/contract/library/statistics.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { reads } from '#app/shell/calls/with-api.ts'

export const getStatistics = reads.handler(send(getStatisticsCall))
