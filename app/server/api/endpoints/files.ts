import * as v from 'valibot'
import { contentDisposition } from '../../core/files/file-name.ts'
import { findFile, type StoredFile } from '../../core/files/find-file.ts'
import { isFileUrlValid } from '../../core/files/file-url.ts'
import { Problem } from '../../core/problem.ts'
import { publicEndpoint } from '../endpoint.ts'
import { readRange } from '../range.ts'

const fileQuerySchema = v.object({
  expires: v.optional(v.string()),
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
      const linked = isFileUrlValid(keys, params.id, { expires: query.expires, signature: query.signature })
      if (!linked && !caller) throw new Problem('not_found')
      const file = await findFile(db, { id: params.id, ownerId: linked || !caller ? null : caller.userId })
      const headers = headersOf(file, query.download !== undefined)
      const etag = headers.etag
      if (context.req.header('if-none-match')?.split(/,\s*/).includes(etag)) return new Response(null, { status: 304, headers })

      const unchanged = (context.req.header('if-range') ?? etag) === etag
      const range = unchanged ? readRange(context.req.header('range'), file.bytes) : undefined
      if (range === 'unsatisfiable')
        return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${file.bytes}` } })
      if (context.req.method === 'HEAD') return new Response(null, { headers: { ...headers, 'content-length': String(file.bytes) } })
      if (!range)
        return new Response(await storage.read(file.storageKey), { headers: { ...headers, 'content-length': String(file.bytes) } })
      return new Response(await storage.read(file.storageKey, range), {
        status: 206,
        headers: {
          ...headers,
          'content-range': `bytes ${range.start}-${range.end}/${file.bytes}`,
          'content-length': String(range.end - range.start + 1),
        },
      })
    },
  }),
]

/** Texts are ours, or were checked to be UTF-8. */
const isText = (mediaType: string) => mediaType.startsWith('text/') || mediaType === 'application/x-subrip'

/** A file never runs as a page of ours: no sniffing, no scripts, no frames. */
function headersOf(file: StoredFile, download: boolean) {
  return {
    'content-type': isText(file.mediaType) ? `${file.mediaType}; charset=utf-8` : file.mediaType,
    'content-disposition': contentDisposition(file.name, { download }),
    'accept-ranges': 'bytes',
    etag: `"${file.sha256}"`,
    'cache-control': 'private, max-age=3600',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}
