import { setTimeout as sleep } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { fetchWithin } from '../egress/fetch-within.ts'
import { StorageError } from './storage.ts'

export type S3Settings = {
  /** URL of the service, without the bucket. */
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
  /** Whether the bucket is the first part of the path instead of the host name. */
  pathStyle: boolean
  /** Folder within the bucket; empty for none. */
  prefix: string
}

export type S3Patience = {
  /** Attempts of each request. */
  tries: number
  /** Milliseconds before the second attempt; doubled for each further one. */
  firstPauseMs: number
  /** Milliseconds without an answer, or without a byte of it, after which an attempt has failed; four times as many with a body. */
  silenceMs: number
}

export const usualPatience: S3Patience = { tries: 5, firstPauseMs: 200, silenceMs: 30_000 }

/** Difference of clocks in milliseconds that no service refuses; AWS allows 15 minutes. */
const skewAllowedMs = 4 * 60_000

/** An answer of the service that is not 2xx, with the code of its XML (`NoSuchKey`, `SlowDown`) or else its status. */
export class S3Answer extends Error {
  override name = 'S3Answer'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`S3 answered ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for requests to the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

export type S3Client = {
  /**
   * Sends a signed request, repeatedly if the service is down or busy. Throws StorageError: `not_found` for a missing object, `no_space` for
   * an exhausted quota, else `unavailable`, with the service's answer as its cause.
   */
  send(request: S3Request): Promise<Response>
  /** Signs a GET for browsers, valid for the given time from `signedAt`. */
  presign(key: string, options: { query: Record<string, string>; seconds: number; signedAt: Date }): Promise<URL>
  /** The key with the prefix, as the service knows it. */
  nameOf(key: string): string
  patience: S3Patience
}

/** Requests to one bucket, signed by AWS Signature Version 4. */
export function openS3Client(settings: S3Settings, patience: S3Patience = usualPatience): S3Client {
  const { accessKeyId, secretAccessKey, region, prefix } = settings
  const base = baseUrl(settings)
  const send = fetchWithin([base])
  const credentials = { accessKeyId, secretAccessKey, region, service: 's3', cache: new Map<string, ArrayBuffer>() }
  /** Milliseconds by which the service's clock is ahead of this machine's. */
  let skewMs = 0

  const nameOf = (key: string) => (prefix ? `${prefix}/${key}` : key)

  function urlOf(key: string, query: Record<string, string> = {}): URL {
    const url = new URL(key === '' ? base : `${base}/${nameOf(key)}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  async function attempt({ method, key = '', query, headers = {}, body }: S3Request): Promise<Response> {
    const signed = await new AwsV4Signer({
      ...credentials,
      method,
      url: urlOf(key, query).href,
      headers: { ...headers, ...digestsOf(body) },
      datetime: amzDate(new Date(Date.now() + skewMs)),
    }).sign()
    // Not signed, because some services change it; a compressed answer would have another length.
    signed.headers.set('accept-encoding', 'identity')
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(new Error('no answer')), patience.silenceMs * (body ? 4 : 1))
    try {
      const response = await send(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'manual',
        signal: silence.signal,
        ...(body && { body }),
      })
      if (response.ok) return response
      const text = await response.text().catch(() => '')
      throw new S3Answer(
        response.status,
        correctClock(response) ?? /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? String(response.status),
      )
    } finally {
      clearTimeout(timer)
    }
  }

  /** Adopts the service's clock if it refused a request made by another one. The answer to a HEAD has no code that says so. */
  function correctClock({ status, headers }: Response): string | undefined {
    const aheadMs = Date.parse(headers.get('date') ?? '') - Date.now()
    if (status !== 403 || !(Math.abs(aheadMs - skewMs) > skewAllowedMs)) return undefined
    skewMs = aheadMs
    return 'RequestTimeTooSkewed'
  }

  return {
    patience,
    nameOf,

    async send(request) {
      for (let count = 1; ; count += 1) {
        try {
          return await attempt(request)
        } catch (error) {
          if (count >= patience.tries || !isPassing(error)) throw toStorageError(error)
          await pause(patience, count)
        }
      }
    },

    async presign(key, { query, seconds, signedAt }) {
      const url = urlOf(key, { ...query, 'X-Amz-Expires': String(seconds) })
      return (await new AwsV4Signer({ ...credentials, url: url.href, signQuery: true, datetime: amzDate(signedAt) }).sign()).url
    },
  }
}

/** Waits before the next attempt: longer each time, and not at the same moment as other processes. */
export const pause = ({ firstPauseMs }: S3Patience, failures: number) =>
  sleep(firstPauseMs * 2 ** (failures - 1) * (0.75 + Math.random() / 2))

export function baseUrl({ endpoint, bucket, pathStyle }: Pick<S3Settings, 'endpoint' | 'bucket' | 'pathStyle'>): string {
  if (pathStyle) return `${endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket}`
  const { protocol, host } = new URL(endpoint)
  return `${protocol}//${bucket}.${host}`
}

/** Both checksums are verified by the service, so that a body which arrives changed is refused. */
function digestsOf(body: Uint8Array = new Uint8Array()) {
  return {
    'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    ...(body.length > 0 && { 'content-md5': createHash('md5').update(body).digest('base64') }),
  }
}

const amzDate = (date: Date) => date.toISOString().replaceAll(/[:-]|\.\d{3}/g, '')

/** Whether another attempt may succeed: an answer says so, or none came. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof S3Answer)) return true
  const { status, code } = error
  return (status >= 500 && status !== 501 && status !== 507) || status === 429 || ['RequestTimeTooSkewed', 'RequestTimeout'].includes(code)
}

const fullCodes = new Set(['XMinioStorageFull', 'QuotaExceeded', 'XMinioAdminBucketQuotaExceeded', 'InsufficientStorage'])

export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof S3Answer) {
    // A HEAD has no body, hence no code.
    if (error.status === 404 && error.code !== 'NoSuchBucket') return new StorageError('not_found', { cause: error })
    if (error.status === 507 || fullCodes.has(error.code)) return new StorageError('no_space', { cause: error })
  }
  return new StorageError('unavailable', { cause: error })
}
