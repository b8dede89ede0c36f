import {
  createFileCall,
  deleteFileCall,
  getFileContentCall,
  getOpenaiFileCall,
  listFilesCall,
} from '#app/contract/protocols/openai-files.calls.ts'
import { findFile } from '#app/server/core/making/files/find-file.ts'
import { createUpload, type UploadRow } from '#app/server/core/making/uploads/create-upload.ts'
import { deleteUpload } from '#app/server/core/making/uploads/delete-upload.ts'
import { findUpload } from '#app/server/core/making/uploads/find-upload.ts'
import { listUploads } from '#app/server/core/making/uploads/list-uploads.ts'
import { uploadName } from '#app/server/core/making/uploads/upload-name.ts'
import { endpoint } from '../../endpoint.ts'
import { readFormFile } from '../../requests/form-file.ts'
import { toObjectList } from '../../openai/openai-lists.ts'
import { unixTime } from '../../protocols/result-files.ts'
import { keptBriefly, sendFile } from '../../answers/send-file.ts'

export const openaiFileEndpoints = [
  endpoint(createFileCall, {
    async handle({ runtime: { db, storage, uploadSlots }, caller, locale, context }) {
      let sent: string | undefined
      const content = readFormFile(context.req.raw, 'file', (name) => (sent = name))
      const name = () => uploadName(sent)
      return toFileObject(await createUpload(db, { storage, slots: uploadSlots, userId: caller.accountId, locale, content, name }))
    },
  }),
  endpoint(listFilesCall, {
    async handle({ runtime: { db }, caller, input: { query } }) {
      const rows = (query.purpose ?? 'user_data') === 'user_data' ? await listUploads(db, { ...query, userId: caller.accountId }) : []
      return toObjectList(rows, query.limit, toFileObject)
    },
  }),
  endpoint(getOpenaiFileCall, {
    async handle({ runtime: { db }, caller, input: { params } }) {
      return toFileObject(await findUpload(db, { userId: caller.accountId, id: params.file_id }))
    },
  }),
  endpoint(getFileContentCall, {
    async handle({ runtime: { db, storage }, caller, input: { params }, context }) {
      const { id } = await findUpload(db, { userId: caller.accountId, id: params.file_id })
      const file = await findFile(db, { id, ownerId: caller.accountId })
      return sendFile(context, { file, storage, download: true, cacheControl: keptBriefly })
    },
  }),
  endpoint(deleteFileCall, {
    async handle({ runtime: { db, storage }, caller, input: { params } }) {
      await deleteUpload(db, { storage, userId: caller.accountId, id: params.file_id })
      return { id: params.file_id, object: 'file' as const, deleted: true as const }
    },
  }),
]

const toFileObject = ({ id, bytes, createdAt, name }: UploadRow) => ({
  id,
  object: 'file' as const,
  bytes,
  created_at: unixTime(createdAt),
  filename: name ?? id,
  purpose: 'user_data' as const,
  status: 'processed' as const,
})
