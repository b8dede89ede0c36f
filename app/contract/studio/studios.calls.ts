import * as v from 'valibot'
import { kindSchema } from '../base/common.ts'
import { studioQuerySchema, studioSchema } from '../operator/overview.ts'
import { defineCall } from '../base/call.ts'

export const getStudioCall = defineCall({
  method: 'GET',
  path: '/v1/studios/{kind}',
  summary:
    'Get the first view of a studio: the newest works of the kind, the unfinished ones, the draft, conversations of texts and, of a model, the price',
  tag: 'Studio',
  auth: 'session',
  status: 200,
  input: { params: v.object({ kind: kindSchema }), query: studioQuerySchema },
  response: studioSchema,
})
