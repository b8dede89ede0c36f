import * as v from 'valibot'
import { findFile } from '../../core/files/find-file.ts'
import { readFileLink } from '../../core/files/file-url.ts'
import { Problem } from '../../core/problem.ts'
import { publicEndpoint } from '../endpoint.ts'
import { keptBriefly, sendFile } from '../send-file.ts'

const fileQuerySchema = v.object({
  expires: v.optional(v.string()),
  trashed: v.optional(v.string()),
  signature: v.optional(v.string()),
  /** Offers to save the file instead of showing it. */
  download: v.optional(v.string()),
})

export const fileEndpoints = [
  publicEndpoint({
    method: 'get',
    path: '/v1/files/{id}',
    summary: 'A file of a result or an upload: by its signed link, or with the session of its owner',
    tag: 'Files',
    status: 200,
    headers: { Range: 'One range of bytes', 'If-None-Match': 'The ETag of an earlier answer' },
    input: { params: v.object({ id: v.string() }), query: fileQuerySchema },
    response: v.instance(Response),
    produces: 'application/octet-stream',
    errors: ['range_not_satisfiable'],
    async handle({ runtime: { db, keys, storage }, caller, input: { params, query }, context }) {
      const link = readFileLink(keys, params.id, query)
      const ownerId = link ? null : caller?.userId
      if (ownerId === undefined) throw new Problem('not_found')
      const file = await findFile(db, { id: params.id, ownerId, ...link })
      return sendFile(context, { file, storage, download: query.download !== undefined, cacheControl: keptBriefly })
    },
  }),
]
