import type { Context } from 'hono'
import { contentDisposition } from '../core/files/file-name.ts'
import type { StoredFile } from '../core/files/find-file.ts'
import type { Storage } from '../storage/storage.ts'
import type { ApiBindings } from './endpoint.ts'
import { readRange } from './range.ts'

type SendFileOptions = {
  file: StoredFile
  storage: Storage
  /** Offers to save the file instead of showing it. */
  download: boolean
  cacheControl: string
  headers?: Record<string, string>
}

/** A stored file as an answer: whole or one range of it, or only that it has not changed. */
export async function sendFile({ req }: Context<ApiBindings>, options: SendFileOptions): Promise<Response> {
  const { file, storage } = options
  const headers = headersOf(options)
  const { etag } = headers
  if (req.header('if-none-match')?.split(/,\s*/).includes(etag)) return new Response(null, { status: 304, headers })

  const unchanged = (req.header('if-range') ?? etag) === etag
  const range = unchanged ? readRange(req.header('range'), file.bytes) : undefined
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${file.bytes}` } })
  if (req.method === 'HEAD') return new Response(null, { headers: { ...headers, 'content-length': String(file.bytes) } })
  if (!range) return new Response(await storage.read(file.storageKey), { headers: { ...headers, 'content-length': String(file.bytes) } })
  return new Response(await storage.read(file.storageKey, range), {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${range.start}-${range.end}/${file.bytes}`,
      'content-length': String(range.end - range.start + 1),
    },
  })
}

/**
 * For addresses that can stop working before they end. A page shows the same file many times within a minute; later than that a browser
 * asks whether it still may, and a cache in between never keeps a copy.
 */
export const keptBriefly = 'private, max-age=60, must-revalidate'

/** Texts are ours, or were checked to be UTF-8. */
const isText = (mediaType: string) => mediaType.startsWith('text/') || mediaType === 'application/x-subrip'

/** A file never runs as a page of ours: no sniffing, no scripts, no frames. */
export const inertHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

function headersOf({ file, download, cacheControl, headers }: SendFileOptions) {
  return {
    ...headers,
    'content-type': isText(file.mediaType) ? `${file.mediaType}; charset=utf-8` : file.mediaType,
    'content-disposition': contentDisposition(file.name, { download }),
    'accept-ranges': 'bytes',
    etag: `"${file.sha256}"`,
    'cache-control': cacheControl,
    ...inertHeaders,
  }
}
