import * as v from 'valibot'
import { kindSchema } from '#app/contract/common.ts'
import { keptDraftSchema, saveDraftSchema, savedDraftSchema } from '#app/contract/studio.ts'
import { readDraft } from '../../core/drafts/read-draft.ts'
import { saveDraft } from '../../core/drafts/save-draft.ts'
import { endpoint } from '../endpoint.ts'

const tag = 'Studio'
const byKind = v.object({ kind: kindSchema })

export const draftEndpoints = [
  endpoint({
    method: 'get',
    path: '/v1/drafts/{kind}',
    summary: 'What is being written for one kind, on whatever device',
    tag,
    status: 200,
    input: { params: byKind },
    response: keptDraftSchema,
    handle: ({ runtime: { db }, caller, input: { params } }) => readDraft(db, { userId: caller.userId, type: params.kind }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/drafts/{kind}',
    summary: 'Keep what is being written; the last one wins, and is told what it replaced without having seen it',
    tag,
    status: 200,
    input: { params: byKind, body: saveDraftSchema },
    response: savedDraftSchema,
    handle: ({ runtime: { db }, caller, input: { params, body } }) =>
      saveDraft(db, { userId: caller.userId, type: params.kind, draft: body.draft, seen: body.seen }),
  }),
]
