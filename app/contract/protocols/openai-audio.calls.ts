import * as v from 'valibot'
import { defineCall } from '../base/call.ts'
import { runErrors, runOnce } from '../runs/generations.calls.ts'
import { speechRequestSchema, transcriptionAnswerSchema, transcriptionFieldsSchema, translationFieldsSchema } from './openai-audio.ts'
import { formErrors } from './openai-images.calls.ts'

const form = { file: 'The recording or video' }
const answer = v.union([transcriptionAnswerSchema, v.instance(Response)])

export const synthesizeSpeechCall = defineCall({
  method: 'POST',
  path: '/v1/audio/speech',
  summary: 'Run an audio model; the response is the audio file.',
  tag: 'Audio',
  auth: 'key:generate',
  status: 200,
  idempotency: runOnce,
  input: { body: speechRequestSchema },
  response: v.instance(Response),
  produces: 'audio/mpeg',
  errors: runErrors,
})

export const transcribeCall = defineCall({
  method: 'POST',
  path: '/v1/audio/transcriptions',
  summary:
    'Turn a recording or a video into text; for `text`, `srt` and `vtt` the response is the file, with `stream` events. Up to 25 MB.',
  tag: 'Audio',
  auth: 'key:generate',
  status: 200,
  idempotency: runOnce,
  form,
  formFields: transcriptionFieldsSchema,
  input: {},
  response: answer,
  errors: [...runErrors, ...formErrors],
})

export const translateCall = defineCall({
  method: 'POST',
  path: '/v1/audio/translations',
  summary: 'Turn a recording or a video into English text, with a model whose option `translate` does so. Up to 25 MB.',
  tag: 'Audio',
  auth: 'key:generate',
  status: 200,
  idempotency: runOnce,
  form,
  formFields: translationFieldsSchema,
  input: {},
  response: answer,
  errors: [...runErrors, ...formErrors],
})
