import * as v from 'valibot'
import { defineCall } from '../base/call.ts'
import { runErrors, runOnce } from '../runs/generations.calls.ts'
import { imageEditFieldsSchema, imageRequestSchema, imagesAnswerSchema } from './openai-images.ts'

export const formErrors = ['storage_full', 'over_storage_limit', 'content_blocked', 'too_many_uploads', 'unsupported_media_type'] as const

const answer = v.union([imagesAnswerSchema, v.instance(Response)])

export const generateImagesCall = defineCall({
  method: 'POST',
  path: '/v1/images/generations',
  summary: 'Run an image model; with `stream`, as server-sent events. Links work for two hours.',
  tag: 'Images',
  auth: 'key:generate',
  status: 200,
  idempotency: runOnce,
  input: { body: imageRequestSchema },
  response: answer,
  errors: runErrors,
})

export const editImagesCall = defineCall({
  method: 'POST',
  path: '/v1/images/edits',
  summary: 'Change images by a prompt, with a model that takes images; with `stream`, as server-sent events.',
  tag: 'Images',
  auth: 'key:generate',
  status: 200,
  idempotency: runOnce,
  form: { image: 'The image to change; may be repeated, also as `image[]`' },
  formOptional: { mask: 'An image of the same shape that is transparent or white where the first image may change' },
  formFields: imageEditFieldsSchema,
  input: {},
  response: answer,
  errors: [...runErrors, ...formErrors],
})
