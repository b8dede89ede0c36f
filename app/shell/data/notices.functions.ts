import { getNoticesCall } from '#app/contract/calls/announcements.ts'
import { send } from '#app/server/api-client/send.ts'
import { reads } from '#app/shell/calls/with-api.ts'

export const getNotices = reads.handler(send(getNoticesCall))
