import * as v from 'valibot'
import { defineCall } from '../base/call.ts'
import { formErrors } from './openai-images.calls.ts'
import { listEntries, listOfObjects } from './openai-lists.ts'

/** Uploads as the files of OpenAI's protocol. */

const tag = 'Files'
const params = v.object({ file_id: v.string() })

const fileSchema = v.object({
  id: v.string(),
  object: v.literal('file'),
  bytes: v.number(),
  created_at: v.number(),
  filename: v.string(),
  /** The purpose is not stored: every file is an input. */
  purpose: v.literal('user_data'),
  status: v.literal('processed'),
})

export const createFileCall = defineCall({
  method: 'POST',
  path: '/v1/files',
  summary: 'Upload a file as an input; unused files are deleted after a week',
  tag,
  auth: 'key:generate',
  status: 200,
  form: { file: 'An image, a sound, a video, a text, a PDF or an office document, recognized by its content' },
  formFields: v.object({
    /** Accepted and not stored. */
    purpose: v.optional(v.string()),
  }),
  input: {},
  response: fileSchema,
  errors: formErrors,
})

export const listFilesCall = defineCall({
  method: 'GET',
  path: '/v1/files',
  summary: 'List uploaded files',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: v.object({ ...listEntries, purpose: v.optional(v.string()) }) },
  response: listOfObjects(fileSchema),
})

export const getOpenaiFileCall = defineCall({
  method: 'GET',
  path: '/v1/files/{file_id}',
  summary: 'Get an uploaded file’s description',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params },
  response: fileSchema,
})

export const getFileContentCall = defineCall({
  method: 'GET',
  path: '/v1/files/{file_id}/content',
  summary: 'Download an uploaded file',
  tag,
  auth: 'key:read',
  status: 200,
  headers: { Range: 'One range of bytes', 'If-None-Match': 'The ETag of an earlier answer' },
  input: { params },
  response: v.instance(Response),
  produces: 'application/octet-stream',
  mayRedirect: { status: 302, when: 'The file is delivered by its storage, if the server is set up so' },
  errors: ['range_not_satisfiable', 'file_lost', 'storage_unavailable'],
})

export const deleteFileCall = defineCall({
  method: 'DELETE',
  path: '/v1/files/{file_id}',
  summary: 'Delete an uploaded file; a run that hasn’t started with it fails and is not charged',
  tag,
  auth: 'key:generate',
  status: 200,
  input: { params },
  response: v.object({ id: v.string(), object: v.literal('file'), deleted: v.literal(true) }),
})
