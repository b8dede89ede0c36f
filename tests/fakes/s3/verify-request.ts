import { createHash, createHmac } from 'node:crypto'

/** The parts of a request that its signature covers. */
export type SignedRequest = { method: string; target: string; headers: Record<string, string | undefined>; body: Buffer }

export type SigningSecret = { accessKeyId: string; secretAccessKey: string }

type Verdict = { status: number; code: string }

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()
const encode = (text: string) => encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Computes the signature of AWS Signature Version 4, written from its specification and independent of the library under test. */
export function signatureOf(
  { method, target, headers }: Omit<SignedRequest, 'body'>,
  { scope, date, signedHeaders, payload, secretAccessKey }: Signing,
): string {
  const url = new URL(target, 'http://host')
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const lines = signedHeaders.split(';').map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/\s+/g, ' ')}\n`)
  const canonical = [method, path, query, lines.join(''), signedHeaders, payload].join('\n')
  const [day = '', region = '', service = ''] = scope.split('/')
  const signingKey = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), service), 'aws4_request')
  return hmac(signingKey, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
}

type Signing = { scope: string; date: string; signedHeaders: string; payload: string; secretAccessKey: string }

/** Checks what s3rver accepts unchecked: the signature and the checksums of the body. Returns the error of a service that is strict. */
export function findMistake(request: SignedRequest, { accessKeyId, secretAccessKey }: SigningSecret): Verdict | undefined {
  const { headers, body, target } = request
  const query = new URL(target, 'http://host').searchParams
  const inHeader = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  const [id, ...scopeParts] = (query.get('X-Amz-Credential') ?? '').split('/')
  const claimed = inHeader
    ? { id: inHeader[1], scope: inHeader[2] ?? '', signedHeaders: inHeader[3] ?? '', signature: inHeader[4] }
    : { id, scope: scopeParts.join('/'), signedHeaders: query.get('X-Amz-SignedHeaders') ?? '', signature: query.get('X-Amz-Signature') }
  const payload = inHeader ? (headers['x-amz-content-sha256'] ?? '') : 'UNSIGNED-PAYLOAD'
  const date = (inHeader ? headers['x-amz-date'] : query.get('X-Amz-Date')) ?? ''
  if (claimed.id !== accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' }
  const expected = signatureOf(request, { ...claimed, date, payload, secretAccessKey })
  if (claimed.signature !== expected) return { status: 403, code: 'SignatureDoesNotMatch' }
  if (inHeader && payload !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  const md5 = headers['content-md5']
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64')) return { status: 400, code: 'BadDigest' }
  return undefined
}
