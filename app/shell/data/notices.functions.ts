import { getNoticesCall } from '#app/contract/operator/announcements.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { reads } from '#app/shell/calls/with-api.ts'

export const getNotices = reads.handler(send(getNoticesCall))
