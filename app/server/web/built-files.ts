import { existsSync } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { type ByteRange, readRange } from '../api/answers/range.ts'

type Packed = { path: string; bytes: number; content?: Promise<Uint8Array<ArrayBuffer>> }
type BuiltFile = { path: string; bytes: number; etag: string; encodings: Map<'br' | 'gzip', Packed> }

/** The largest packed file that stays in memory after its first request. All of a build take about 3 MB. */
const largestKept = 256 * 1024

const mediaTypes: Partial<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.mp3': 'audio/mpeg',
}

/**
 * Serves the files that existed at the start in these folders, by their exact names, so that a URL never touches the disk. A folder may be
 * absent, and the first that has a file wins.
 */
export function serveBuiltFiles(roots: readonly string[]): MiddlewareHandler {
  const listing = listAll(roots)
  return async (context, next) => {
    const file = (await listing).get(context.req.path)
    if (!file) return next()
    const headers = new Headers({
      'content-type': mediaTypes[extname(file.path)] ?? 'application/octet-stream',
      'cache-control': cacheControlOf(context.req.path),
      etag: file.etag,
      'accept-ranges': 'bytes',
      vary: 'accept-encoding',
    })
    if (context.req.header('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
    // A file opened for a body that nobody reads would stay open until the garbage collection.
    const sendsBody = context.req.method !== 'HEAD'
    const accepted = context.req.header('accept-encoding') ?? ''
    for (const [encoding, encoded] of file.encodings) {
      if (!accepted.includes(encoding)) continue
      headers.set('content-encoding', encoding)
      headers.set('content-length', String(encoded.bytes))
      return new Response(sendsBody ? await contentOf(encoded) : null, { headers })
    }
    const range = readRange(context.req.header('range'), file.bytes)
    if (range === 'unsatisfiable') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.bytes}` } })
    headers.set('content-length', String(range ? range.end - range.start + 1 : file.bytes))
    if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
    return new Response(sendsBody ? await streamOf(file.path, range) : null, { status: range ? 206 : 200, headers })
  }
}

function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  // Open pages poll these for a newer build.
  return path.startsWith('/builds/') ? 'no-cache' : 'public, max-age=3600'
}

async function listAll(roots: readonly string[]): Promise<Map<string, BuiltFile>> {
  const lists = await Promise.all(roots.filter((root) => existsSync(root)).map(listFiles))
  return new Map(lists.toReversed().flatMap((files) => [...files]))
}

async function listFiles(root: string): Promise<Map<string, BuiltFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  const files = new Map<string, BuiltFile>()
  for (const path of paths) {
    if (/\.(?:br|gz)$/.test(path)) continue
    const { size, mtimeMs } = await stat(path)
    const encodings: BuiltFile['encodings'] = new Map()
    for (const [encoding, suffix] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      if (paths.has(path + suffix)) encodings.set(encoding, { path: path + suffix, bytes: (await stat(path + suffix)).size })
    }
    files.set(`/${relative(root, path).split(sep).join('/')}`, {
      path,
      bytes: size,
      etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
      encodings,
    })
  }
  return files
}

/**
 * Returns what to send of a packed file. A page requests dozens, and opening, reading and closing each takes more processor time than the
 * rest of its request.
 */
async function contentOf(file: Packed): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  if (file.bytes > largestKept) return streamOf(file.path)
  file.content ??= readFile(file.path)
  try {
    return await file.content
  } catch (error) {
    // The next request tries again, for example when the process had too many open files.
    delete file.content
    throw error
  }
}

async function streamOf(path: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path)
  const chunks = file.createReadStream(range)[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}
