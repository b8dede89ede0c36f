import * as v from 'valibot'
import { createVoiceSchema, editVoiceSchema, voiceSchema, voicesSchema } from './voices.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Voices'

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

export const listVoicesCall = defineCall({
  method: 'GET',
  path: '/v1/voices',
  summary: 'List your own voices, the services that can make one, and the text to agree to',
  tag,
  auth: 'key:read',
  status: 200,
  input: {},
  response: voicesSchema,
})

export const createVoiceCall = defineCall({
  method: 'POST',
  path: '/v1/voices',
  summary: 'Make a voice from a recording; its `status` becomes `ready` or `failed`, usually within a minute',
  tag,
  auth: 'key:generate',
  status: 201,
  idempotency: 'A second request with the same key is answered with the first one’s voice and makes no other.',
  keyless: true,
  input: { body: createVoiceSchema },
  response: voiceSchema,
  errors: [
    'too_many_voices',
    'not_enough_tokens',
    'email_not_verified',
    'price_changed',
    'over_run_limit',
    'over_daily_limit',
    'over_key_run_limit',
    'over_key_daily_limit',
    'over_key_monthly_limit',
    'maintenance',
    'idempotency_conflict',
    'unavailable',
  ],
})

export const renameVoiceCall = defineCall({
  method: 'PATCH',
  path: '/v1/voices/{id}',
  summary: 'Rename a voice',
  tag,
  auth: 'key:generate',
  status: 200,
  input: { params: byId, body: editVoiceSchema },
  response: voiceSchema,
  errors: ['unavailable'],
})

export const deleteVoiceCall = defineCall({
  method: 'DELETE',
  path: '/v1/voices/{id}',
  summary: 'Delete a voice with its recording, here and at its service; runs that wait with it fail and are not charged',
  tag,
  auth: 'key:generate',
  status: 204,
  input: { params: byId },
  response: noContent,
})
