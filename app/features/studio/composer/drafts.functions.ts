import { getDraftCall, saveDraftCall } from '#app/contract/studio/drafts.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getDraft = reads.handler(send(getDraftCall))
export const saveDraft = changes.handler(send(saveDraftCall))
