import { createHash } from 'node:crypto'
import { pause, type S3Client, toStorageError } from './s3-client.ts'
import { sha256Header } from './s3-upload.ts'
import { type ReadOptions, StorageError } from './storage.ts'

type Opened = {
  body: ReadableStreamDefaultReader<Uint8Array> | undefined
  /** First byte, and the one after the last. */
  from: number
  to: number
  /** Size of the whole object. */
  total: number
  etag: string | null
  sha256: string | null
}

/**
 * Reads an object. A transfer that is cut continues where it stopped; a whole object is checked against the SHA-256 it was stored with, so
 * that the stream of a damaged one ends with an error instead of normally.
 */
export async function readObject(
  client: S3Client,
  key: string,
  { start = 0, end, bytes }: ReadOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const opened = await open(client, key, { start, end })
  if (bytes !== undefined && opened !== 'past its end' && opened.total !== bytes) {
    await opened.body?.cancel().catch(() => undefined)
    throw new StorageError('damaged')
  }
  if (opened === 'past its end') return new ReadableStream({ start: (controller) => controller.close() })
  return resumingStream(client, key, opened)
}

type Part = { start: number; end: number | undefined; etag?: string | null }

async function open(client: S3Client, key: string, { start, end, etag }: Part): Promise<Opened | 'past its end'> {
  const whole = start === 0 && end === undefined
  const headers = {
    ...(!whole && { range: `bytes=${start}-${end ?? ''}` }),
    ...(etag && { 'if-match': etag }),
  }
  try {
    const response = await client.send({ method: 'GET', key, headers })
    const length = Number(response.headers.get('content-length') ?? Number.NaN)
    const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
    const from = first === undefined ? 0 : Number(first)
    if (Number.isNaN(length) || from !== start) {
      await response.body?.cancel()
      throw new StorageError('unavailable', { cause: new Error('the answer is not the requested range') })
    }
    // A service may ignore the range.
    const to = last === undefined ? from + length : Number(last) + 1
    return {
      body: response.body?.getReader(),
      from,
      to: Math.min(to, (end ?? to) + 1),
      total: size === undefined ? length : Number(size),
      etag: response.headers.get('etag'),
      sha256: response.headers.get(sha256Header),
    }
  } catch (error) {
    if (error instanceof StorageError && error.cause instanceof Error && 'status' in error.cause && error.cause.status === 416)
      return 'past its end'
    throw error
  }
}

function resumingStream(client: S3Client, key: string, opened: Opened): ReadableStream<Uint8Array> {
  const { to, total, etag, sha256 } = opened
  const hash = opened.from === 0 && to === total && sha256 ? createHash('sha256') : undefined
  let { body } = opened
  let position = opened.from
  let failures = 0

  async function next(): Promise<Uint8Array | undefined> {
    for (;;) {
      try {
        if (position >= to) {
          await body?.cancel()
          return undefined
        }
        const value = body && (await withinSilence(body.read(), client.patience.silenceMs)).value
        if (!value) throw new Error('the transfer was cut')
        failures = 0
        return value.subarray(0, to - position)
      } catch (error) {
        failures += 1
        await body?.cancel().catch(() => undefined)
        if (failures >= client.patience.tries) throw toStorageError(error)
        await pause(client.patience, failures)
        const again = await open(client, key, { start: position, end: to - 1, etag })
        if (again === 'past its end' || again.from !== position) throw new StorageError('damaged', { cause: error })
        body = again.body
      }
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await next()
        if (chunk) {
          position += chunk.length
          hash?.update(chunk)
          controller.enqueue(chunk)
          return
        }
        if (hash && hash.digest('hex') !== sha256) throw new StorageError('damaged')
        controller.close()
      },
      cancel: (reason) => body?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Rejects if nothing arrives in time. */
async function withinSilence<T>(reading: Promise<T>, ms: number): Promise<T> {
  const silent = Promise.withResolvers<never>()
  const timer = setTimeout(() => silent.reject(new Error('no byte arrived')), ms)
  try {
    return await Promise.race([reading, silent.promise])
  } finally {
    clearTimeout(timer)
  }
}
