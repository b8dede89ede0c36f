import { editShareCall, getShareCall, getSharedResultCall, takeBackShareCall } from '#app/contract/library/shares.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getShare = reads.handler(send(getShareCall))
export const editShare = changes.handler(send(editShareCall))
export const takeBackShare = changes.handler(send(takeBackShareCall))
export const getSharedResult = reads.handler(send(getSharedResultCall))
