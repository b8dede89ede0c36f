import * as v from 'valibot'
import { kindSchema } from '../base/common.ts'
import { keptDraftSchema, saveDraftSchema, savedDraftSchema } from './studio.ts'
import { defineCall } from '../base/call.ts'

const tag = 'Studio'
const byKind = v.object({ kind: kindSchema })

export const getDraftCall = defineCall({
  method: 'GET',
  path: '/v1/drafts/{kind}',
  summary: 'Get the draft of one kind, shared by all devices',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byKind },
  response: keptDraftSchema,
})

export const saveDraftCall = defineCall({
  method: 'POST',
  path: '/v1/drafts/{kind}',
  summary: 'Save a draft. The last write wins; the response contains the draft it replaced, if the client hadn’t seen it',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byKind, body: saveDraftSchema },
  response: savedDraftSchema,
})
