import * as v from 'valibot'
import { defineCall } from '../base/call.ts'
import { runErrors, runOnce } from '../runs/generations.calls.ts'
import { formErrors } from './openai-images.calls.ts'
import { listEntries, listOfObjects } from './openai-lists.ts'
import { openaiVideoSchema, remixRequestSchema, videoFieldsSchema } from './openai-videos.ts'

/** Runs of video models as the videos of OpenAI's protocol. */

const tag = 'Videos'
const params = v.object({ video_id: v.string() })

export const createVideoCall = defineCall({
  method: 'POST',
  path: '/v1/videos',
  summary: 'Start a run of a video model. The body is a form or JSON, in which `input_reference` is `{ "file_id": … }`.',
  tag,
  auth: 'key:generate',
  status: 200,
  idempotency: runOnce,
  form: {},
  formOptional: { input_reference: 'An image that the video begins with' },
  formFields: videoFieldsSchema,
  input: {},
  response: openaiVideoSchema,
  errors: [...runErrors, ...formErrors, 'malformed_json'],
})

export const listVideosCall = defineCall({
  method: 'GET',
  path: '/v1/videos',
  summary: 'List videos, finished or not',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: v.object(listEntries) },
  response: listOfObjects(openaiVideoSchema),
})

export const getVideoCall = defineCall({
  method: 'GET',
  path: '/v1/videos/{video_id}',
  summary: 'Get a video’s status and progress',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params },
  response: openaiVideoSchema,
})

export const getVideoContentCall = defineCall({
  method: 'GET',
  path: '/v1/videos/{video_id}/content',
  summary: 'Download a finished video, or with `variant=thumbnail` its still',
  tag,
  auth: 'key:read',
  status: 200,
  headers: { Range: 'One range of bytes', 'If-None-Match': 'The ETag of an earlier answer' },
  input: {
    params,
    query: v.object({
      /** `thumbnail`: a still; sprite sheets are not made. */
      variant: v.optional(v.picklist(['video', 'thumbnail'], 'unsupported'), 'video'),
    }),
  },
  response: v.instance(Response),
  produces: 'video/mp4',
  mayRedirect: { status: 302, when: 'The file is delivered by its storage, if the server is set up so' },
  errors: ['range_not_satisfiable', 'file_lost', 'storage_unavailable'],
})

export const deleteVideoCall = defineCall({
  method: 'DELETE',
  path: '/v1/videos/{video_id}',
  summary: 'Move a video to the trash; a run in progress is canceled if that is possible',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params },
  response: v.object({ id: v.string(), object: v.literal('video.deleted'), deleted: v.literal(true) }),
})

export const remixVideoCall = defineCall({
  method: 'POST',
  path: '/v1/videos/{video_id}/remix',
  summary: 'Start a run that changes a finished video by a prompt',
  tag,
  auth: 'key:generate',
  status: 200,
  idempotency: runOnce,
  input: { params, body: remixRequestSchema },
  response: openaiVideoSchema,
  errors: runErrors,
})
