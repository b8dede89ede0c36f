import * as v from 'valibot'
import { defineCall } from './call.ts'

export const getVoiceSampleCall = defineCall({
  method: 'GET',
  path: '/v1/voices/{provider}/{voice}/sample',
  summary: 'Hear a voice of a connected model',
  tag: 'Models',
  auth: 'public',
  status: 200,
  input: { params: v.object({ provider: v.string(), voice: v.string() }) },
  response: v.instance(Response),
  produces: 'audio/mpeg',
  errors: ['not_found'],
})
