import { createUploadCall, deleteUploadCall, getUploadCall } from '#app/contract/runs/uploads.calls.ts'
import { createUpload } from '#app/server/core/making/uploads/create-upload.ts'
import { deleteUpload } from '#app/server/core/making/uploads/delete-upload.ts'
import { uploadName } from '#app/server/core/making/uploads/upload-name.ts'
import { findUpload, toUpload } from '#app/server/core/making/uploads/find-upload.ts'
import { endpoint } from '../../endpoint.ts'
import { readFormFile } from '../../requests/form-file.ts'

export const uploadEndpoints = [
  endpoint(createUploadCall, {
    async handle({ runtime: { db, storage, keys, uploadSlots }, caller, locale, context }) {
      let sent: string | undefined
      const content = readFormFile(context.req.raw, 'file', (name) => (sent = name))
      const name = () => uploadName(sent)
      return toUpload(await createUpload(db, { storage, slots: uploadSlots, userId: caller.accountId, locale, content, name }), keys)
    },
  }),
  endpoint(getUploadCall, {
    async handle({ runtime: { db, keys }, caller, input: { params } }) {
      return toUpload(await findUpload(db, { userId: caller.accountId, id: params.id }), keys)
    },
  }),
  endpoint(deleteUploadCall, {
    handle: ({ runtime: { db, storage }, caller, input: { params } }) =>
      deleteUpload(db, { storage, userId: caller.accountId, id: params.id }),
  }),
]
