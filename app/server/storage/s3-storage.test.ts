import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { content, testStorage, makeFile, text } from '#tests/conformance/storage.ts'
import { failing, type S3Fault, type S3Server, startS3Server } from '#tests/fakes/s3/s3-server.ts'
import { findMistake } from '#tests/fakes/s3/verify-request.ts'
import { readEnv } from '../env.ts'
import { openS3Client } from './s3-client.ts'
import { openS3Storage } from './s3-storage.ts'
import { deliveryOrigin, openStorage } from './open-storage.ts'
import type { Storage } from './storage.ts'

let s3: S3Server
let round = 0
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3[Symbol.asyncDispose]())

const partBytes = 256 * 1024
const patience = { tries: 4, firstPauseMs: 1, silenceMs: 60_000 }
/** Many tries, because a busy machine may be silent for as long as the fault. */
const impatience = { tries: 20, firstPauseMs: 1, silenceMs: 150 }

/** Opens the bucket at a folder of its own. */
function openBucket(folder: string, { secretAccessKey = 'S3RVER', by = patience } = {}): Promise<Storage> {
  round += 1
  const settings = { endpoint: s3.url, bucket: s3.bucket, accessKeyId: 'S3RVER', secretAccessKey, region: 'us-east-1', pathStyle: true }
  return openS3Storage({
    settings: { ...settings, prefix: `round-${round}` },
    localFolder: join(folder, 'incoming'),
    partBytes,
    patience: by,
  })
}

describe('files in a bucket', () => {
  testStorage((folder) => openBucket(folder))
})

describe('a bucket with faults', () => {
  const key = 'ab/film'
  let folder: string
  let storage: Storage
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quartet-s3-storage-'))
    storage = await openBucket(folder)
    await storage.close?.()
    s3.calls.length = 0
  })
  afterEach(async () => {
    s3.fault = () => undefined
    await rm(folder, { recursive: true, force: true })
  })
  const film = randomBytes(partBytes * 2 + 1234)
  const small = randomBytes(1000)
  const put = async (data: Buffer) => storage.putFile(key, await makeFile(folder, data))
  const skewed = () => ({ answer: 403, code: 'RequestTimeTooSkewed', headers: { date: new Date(Date.now() + 7_200_000).toUTCString() } })

  const passing: [string, S3Fault][] = [
    ['503', { answer: 503, code: 'SlowDown' }],
    ['500', { answer: 500, code: 'InternalError' }],
    ['a hang-up', 'hang up'],
  ]
  test.each(passing)('%s is followed by another attempt, in every call', async (_, fault) => {
    for (const [method, call] of [
      ['PUT', () => put(small)],
      ['HEAD', () => storage.stat(key)],
      ['GET', async () => expect((await content(await storage.read(key))).equals(small)).toBe(true)],
      ['PUT', () => storage.copy(key, 'ab/copy')],
      ['DELETE', () => storage.delete(key)],
    ] as const) {
      s3.fault = failing(fault, { count: 2, method })
      await call()
    }
    expect(await text(await storage.read('ab/copy'))).toBe(small.toString())
  })

  test('a service that stays silent is asked again, and a download that stalls continues where it stopped', async () => {
    storage = await openBucket(folder, { by: impatience })
    s3.fault = failing('silence', { method: 'PUT' })
    await put(small)
    s3.fault = failing('stall', { method: 'GET' })
    expect((await content(await storage.read(key))).equals(small)).toBe(true)
  })

  test.each([
    ['with a body', () => put(small)],
    ['without one', () => storage.stat(key)],
  ])('a request %s is signed again by the clock of a service that reports another time', async (_, call) => {
    s3.fault = failing(skewed())
    await call()
    const [first, second] = s3.calls.map(({ headers }) => String(headers['x-amz-date']))
    expect(Number(second?.slice(9, 11)) - Number(first?.slice(9, 11))).toSatisfy((hours) => hours === 2 || hours === -22)
  })

  test.each([
    ['an outage', { answer: 503, code: 'SlowDown' }, 'unavailable', patience.tries],
    ['a refusal', { answer: 403, code: 'AccessDenied' }, 'unavailable', 1],
    ['a missing bucket', { answer: 404, code: 'NoSuchBucket' }, 'unavailable', 1],
    ['a full disk of the service', { answer: 507, code: 'XMinioStorageFull' }, 'no_space', 1],
  ] satisfies [string, S3Fault, string, number][])(
    '%s is reported after as many attempts as make sense',
    async (_, fault, code, attempts) => {
      s3.fault = failing(fault, { count: 100 })
      const source = await makeFile(folder, small)
      await expect(storage.putFile(key, source)).rejects.toMatchObject({ name: 'StorageError', code })
      expect(s3.calls).toHaveLength(attempts)
      s3.fault = () => undefined
      // The source is still there for another attempt.
      expect(await storage.putFile(key, source)).toMatchObject({ bytes: small.length })
    },
  )

  test('a download that is cut continues where it stopped', async () => {
    await put(film)
    s3.fault = failing('cut', { count: 2, method: 'GET' })
    expect((await content(await storage.read(key))).equals(film)).toBe(true)
    const ranges = s3.calls.filter(({ method }) => method === 'GET').map(({ headers }) => headers.range)
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=\d+-/), expect.stringMatching(/^bytes=\d+-/)])
    s3.fault = failing('cut', { method: 'GET' })
    expect((await content(await storage.read(key, { start: 1000, end: 400_000 }))).equals(film.subarray(1000, 400_001))).toBe(true)
  })

  test('a download that changes on the way ends with an error, and leaves no local file', async () => {
    await put(film)
    s3.fault = failing('flip', { method: 'GET' })
    await expect(content(await storage.read(key))).rejects.toMatchObject({ code: 'damaged' })
    s3.fault = failing('flip', { method: 'GET' })
    await expect(storage.openLocal(key)).rejects.toMatchObject({ code: 'damaged' })
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  test.each([
    ['small', small],
    ['large', film],
  ])('an upload that changes on the way is refused by its checksum (%s)', async (_, data) => {
    s3.fault = failing('flip upload', { method: 'PUT', count: 100 })
    await expect(put(data)).rejects.toMatchObject({ code: 'unavailable', cause: { code: 'XAmzContentSHA256Mismatch' } })
    s3.fault = () => undefined
    expect(await storage.stat(key)).toBeUndefined()
  })

  test('a large file is sent in parts, and a failed part leaves no upload behind', async () => {
    s3.fault = ({ target }) => (target.includes('partNumber=3') ? { answer: 403, code: 'AccessDenied' } : undefined)
    await expect(put(film)).rejects.toMatchObject({ code: 'unavailable' })
    expect(s3.calls.at(-1)).toMatchObject({ method: 'DELETE', target: expect.stringContaining('uploadId=') })
    s3.fault = () => undefined
    await put(film)
    expect((await content(await storage.read(key, { bytes: film.length }))).equals(film)).toBe(true)
  })

  test('a completion that fails inside an answer of success is a failure', async () => {
    s3.fault = ({ target, method }) =>
      method === 'POST' && target.includes('uploadId=') ? { answer: 200, body: '<Error><Code>InternalError</Code></Error>' } : undefined
    await expect(put(film)).rejects.toMatchObject({ code: 'unavailable', cause: { code: 'InternalError' } })
  })

  test('a start aborts the uploads that a dead process left a day ago, and no newer ones', async () => {
    const upload = (id: string, hours: number) =>
      `<Upload><Key>round-${round + 1}/ab/${id}</Key><UploadId>${id}</UploadId><Initiated>${new Date(Date.now() - hours * 3_600_000).toISOString()}</Initiated></Upload>`
    s3.fault = ({ method, target }) => {
      if (method === 'GET' && target.includes('uploads=')) return { answer: 200, body: `<R>${upload('old', 25)}${upload('new', 23)}</R>` }
      return method === 'DELETE' ? { answer: 204, body: '' } : undefined
    }
    await (await openBucket(folder)).close?.()
    const aborted = s3.calls.filter(({ method }) => method === 'DELETE').map(({ target }) => target)
    expect(aborted).toEqual([expect.stringMatching(/\/ab\/old\?uploadId=old$/)])
  })

  test('a check reports a service that refuses to store', async () => {
    s3.fault = failing({ answer: 403, code: 'AccessDenied' }, { count: 100, method: 'PUT' })
    expect(await storage.check()).toEqual({ writable: false, freeBytes: expect.any(Number), error: 'AccessDenied' })
  })

  test('a wrong secret is refused', async () => {
    const other = await openBucket(folder, { secretAccessKey: 'wrong' })
    await expect(other.stat(key)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('signatures', () => {
  // The examples of AWS: "Authenticating Requests: Using the Authorization Header" and "… Using Query Parameters".
  const example = {
    endpoint: 'https://s3.amazonaws.com',
    bucket: 'examplebucket',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    pathStyle: false,
    prefix: '',
  }

  test('a signed link is the one of the published example', async () => {
    const signedAt = new Date('2013-05-24T00:00:00Z')
    const url = await openS3Client(example).presign('test.txt', { query: {}, seconds: 86_400, signedAt })
    expect(url.host).toBe('examplebucket.s3.amazonaws.com')
    expect(url.searchParams.get('X-Amz-Signature')).toBe('aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404')
  })

  test('the check of the test server accepts the published example and no other body, key or path', () => {
    const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': sha256,
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    }
    const request = { method: 'GET', target: '/test.txt', headers, body: Buffer.alloc(0) }
    expect(findMistake(request, example)).toBeUndefined()
    expect(findMistake({ ...request, body: Buffer.from('x') }, example)).toMatchObject({ code: 'XAmzContentSHA256Mismatch' })
    expect(findMistake({ ...request, target: '/other.txt' }, example)).toMatchObject({ code: 'SignatureDoesNotMatch' })
    expect(findMistake(request, { ...example, secretAccessKey: 'x' })).toMatchObject({ code: 'SignatureDoesNotMatch' })
  })
})

describe('links for browsers', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quartet-s3-links-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const options = { mediaType: 'video/mp4', disposition: 'inline; filename="lake.mp4"', cacheControl: 'private, max-age=60' }

  test('a link opens its file with the given headers, and parts of it', async () => {
    const env = readEnv({ ...s3.env, DATA_DIR: folder, FILES_DELIVERY: 'redirect', S3_PREFIX: '/linked/' })
    const storage = await openStorage(env)
    await storage.putFile('ab/film', await makeFile(folder, '0123456789'))
    const url = (await storage.link?.('ab/film', options)) ?? ''
    expect(new URL(url).origin).toBe(deliveryOrigin(env))
    const response = await fetch(url, { headers: { range: 'bytes=2-4' } })
    expect([response.status, await response.text()]).toEqual([206, '234'])
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('content-disposition')).toBe(options.disposition)
    expect((await fetch(url.replace(/film/, 'other'))).status).toBe(403)
  })

  test('with FILES_URL the link has the address of the CDN and the signature of the service', async () => {
    const env = readEnv({ ...s3.env, DATA_DIR: folder, FILES_DELIVERY: 'redirect', FILES_URL: 'https://cdn.example/media/' })
    const storage = await openStorage(env)
    expect(await storage.link?.('ab/film', options)).toMatch(/^https:\/\/cdn\.example\/media\/files\/ab\/film\?.*X-Amz-Signature=/)
    expect(deliveryOrigin(env)).toBe('https://cdn.example')
  })
})
