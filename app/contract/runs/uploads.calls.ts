import { uploadSchema } from './generations.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Files'

export const createUploadCall = defineCall({
  method: 'POST',
  path: '/v1/uploads',
  summary: 'Upload a file as an input of a run; unused files are deleted after a week',
  tag,
  auth: 'key:generate',
  status: 201,
  form: {
    file: 'A picture (PNG, JPEG, WebP, AVIF, still GIF), a sound, a video, a text in any encoding, a PDF or an office document (DOCX, XLSX, PPTX, ODT, ODS, ODP, EPUB, RTF; stored as its text), recognized by its content',
  },
  input: {},
  response: uploadSchema,
  errors: ['storage_full', 'over_storage_limit', 'content_blocked', 'too_many_uploads', 'payload_too_large', 'unsupported_media_type'],
})

export const getUploadCall = defineCall({
  method: 'GET',
  path: '/v1/uploads/{id}',
  summary: 'Get an upload, with a new link to its file',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId },
  response: uploadSchema,
})

export const deleteUploadCall = defineCall({
  method: 'DELETE',
  path: '/v1/uploads/{id}',
  summary: 'Delete an upload; a run that hasn’t started with it fails and is not charged',
  tag,
  auth: 'key:generate',
  status: 204,
  input: { params: byId },
  response: noContent,
})
