import type { Context } from 'hono'
import { contentDisposition } from '../../core/making/files/file-name.ts'
import type { StoredFile } from '../../core/making/files/find-file.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'
import type { ApiBindings } from '../requests/request.ts'
import { readRange } from './range.ts'

type SendFileOptions = {
  file: StoredFile
  storage: Storage
  /** Whether the browser saves the file instead of showing it. */
  download: boolean
  cacheControl: string
  headers?: Record<string, string>
}

/** Smallest file that is worth a redirect. */
const redirectedBytes = 64 * 1024

/** Responds with a stored file, one range of it, 304, or a redirect to the storage. */
export async function sendFile({ req }: Context<ApiBindings>, options: SendFileOptions): Promise<Response> {
  const { file, storage, cacheControl } = options
  const headers = headersOf(options)
  const { etag } = headers
  if (req.header('if-none-match')?.split(/,\s*/).includes(etag)) return new Response(null, { status: 304, headers })

  const unchanged = (req.header('if-range') ?? etag) === etag
  const range = unchanged ? readRange(req.header('range'), file.bytes) : undefined
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${file.bytes}` } })
  const sendsHere = !storage.link || file.bytes < redirectedBytes || isText(file.mediaType) || !mayLeave(req.header('sec-fetch-mode'))
  if (req.method === 'HEAD' || !sendsHere) await requireStored(storage, file)
  if (!sendsHere) {
    const { 'content-disposition': disposition, 'content-type': mediaType } = headers
    const location = await storage.link?.(file.storageKey, { mediaType, disposition, cacheControl })
    if (location) return new Response(null, { status: 302, headers: { location, 'cache-control': cacheControl, ...options.headers } })
  }
  if (req.method === 'HEAD') return new Response(null, { headers: { ...headers, 'content-length': String(file.bytes) } })
  const { bytes } = file
  if (!range)
    return new Response(await storage.read(file.storageKey, { bytes }), { headers: { ...headers, 'content-length': String(bytes) } })
  return new Response(await storage.read(file.storageKey, { ...range, bytes }), {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${range.start}-${range.end}/${file.bytes}`,
      'content-length': String(range.end - range.start + 1),
    },
  })
}

/** Whether the answer may come from another origin: scripts may not read such an answer, and media elements and downloads need not. */
const mayLeave = (fetchMode: string | undefined) => fetchMode !== 'cors' && fetchMode !== 'same-origin'

async function requireStored(storage: Storage, { storageKey, bytes }: StoredFile): Promise<void> {
  const found = await storage.stat(storageKey)
  if (found?.bytes !== bytes) throw new StorageError(found ? 'damaged' : 'not_found')
}

/**
 * For links that may be revoked before they expire. A page shows the same file many times within a minute; after that a browser must
 * revalidate. Shared caches store nothing.
 */
export const keptBriefly = 'private, max-age=60, must-revalidate'

/** All stored texts are UTF-8. */
const isText = (mediaType: string) => mediaType.startsWith('text/') || mediaType === 'application/x-subrip'

/** A file never runs as a page of this site: no sniffing, no scripts, no frames. */
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
