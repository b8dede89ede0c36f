import * as v from 'valibot'
import { uploadSchema } from '#app/contract/generations.ts'
import { createUpload } from '../../core/uploads/create-upload.ts'
import { deleteUpload } from '../../core/uploads/delete-upload.ts'
import { findUpload, toUpload } from '../../core/uploads/find-upload.ts'
import { keyEndpoint } from '../endpoint.ts'
import { readFormFile } from '../form-file.ts'

const tag = 'Files'
const byId = v.object({ id: v.string() })

export const uploadEndpoints = [
  keyEndpoint({
    scope: 'generate',
    method: 'post',
    path: '/v1/uploads',
    summary: 'Bring a file, to be an input of a run; what no run uses is removed after a week',
    tag,
    form: { file: 'A picture (PNG, JPEG, WebP, AVIF, still GIF), a sound, a video or a plain text, told by its content' },
    status: 201,
    input: {},
    response: uploadSchema,
    errors: ['too_many_uploads', 'too_many_attempts', 'payload_too_large', 'unsupported_media_type'],
    async handle({ runtime: { db, storage, keys }, caller, context }) {
      const content = readFormFile(context.req.raw, 'file')
      return toUpload(await createUpload(db, { storage, userId: caller.userId, content }), keys)
    },
  }),
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/uploads/{id}',
    summary: 'One upload, with a new link to its file',
    tag,
    status: 200,
    input: { params: byId },
    response: uploadSchema,
    async handle({ runtime: { db, keys }, caller, input: { params } }) {
      return toUpload(await findUpload(db, { userId: caller.userId, id: params.id }), keys)
    },
  }),
  keyEndpoint({
    scope: 'generate',
    method: 'delete',
    path: '/v1/uploads/{id}',
    summary: 'Remove an upload; a run that has not begun with it fails and is not charged',
    tag,
    status: 204,
    input: { params: byId },
    response: v.void(),
    handle: ({ runtime: { db, storage }, caller, input: { params } }) =>
      deleteUpload(db, { storage, userId: caller.userId, id: params.id }),
  }),
]
