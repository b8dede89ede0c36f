import * as v from 'valibot'
import { defineCall } from '../base/call.ts'

const fileQuerySchema = v.object({
  expires: v.optional(v.string()),
  trashed: v.optional(v.string()),
  signature: v.optional(v.string()),
  /** If present, the browser saves the file instead of showing it. */
  download: v.optional(v.string()),
})

export const getFileCall = defineCall({
  method: 'GET',
  path: '/v1/files/{id}',
  summary: 'Download a file of a result or an upload, by its signed link or with its owner’s session',
  tag: 'Files',
  auth: 'public',
  status: 200,
  headers: { Range: 'One range of bytes', 'If-None-Match': 'The ETag of an earlier answer' },
  input: { params: v.object({ id: v.string() }), query: fileQuerySchema },
  response: v.instance(Response),
  produces: 'application/octet-stream',
  mayRedirect: { status: 302, when: 'The file is delivered by its storage, if the server is set up so' },
  errors: ['range_not_satisfiable', 'file_lost', 'storage_unavailable'],
})
