import { getDraftCall, saveDraftCall } from '#app/contract/studio/drafts.calls.ts'
import { readDraft } from '#app/server/core/library/drafts/read-draft.ts'
import { saveDraft } from '#app/server/core/library/drafts/save-draft.ts'
import { endpoint } from '../../endpoint.ts'

export const draftEndpoints = [
  endpoint(getDraftCall, {
    handle: ({ runtime: { db }, caller, input: { params } }) => readDraft(db, { userId: caller.userId, type: params.kind }),
  }),
  endpoint(saveDraftCall, {
    handle: ({ runtime: { db }, caller, input: { params, body } }) =>
      saveDraft(db, { userId: caller.userId, type: params.kind, draft: body.draft, seen: body.seen }),
  }),
]
