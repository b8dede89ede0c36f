import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { makeEndlessFilm, makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import type { RawResult } from '../kinds.ts'
import { receiveResult, receiveWithin } from './receive-result.ts'
import { isPublicAddress } from '../../egress/public-address.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'receive-'))
})
afterAll(() => rm(dir, { recursive: true }))

type Options = { kind?: 'image' | 'audio' | 'video'; own?: string[]; receive?: typeof receiveResult }

const receive = (raw: RawResult, { kind = 'image', own = [], receive: by = receiveResult }: Options = {}) =>
  by(raw, { kind, context: { dir, signal: new AbortController().signal, ownOrigins: own } })

/** Expects a failure that leaves no file, and returns it. */
async function failure(raw: RawResult, options?: Options) {
  const before = await readdir(dir)
  const error: unknown = await receive(raw, options).then(
    () => undefined,
    (one: unknown) => one,
  )
  expect(await readdir(dir)).toEqual(before)
  return error
}

describe('an accepted result', () => {
  test('an accepted image has its size, a poster and a thumbnail', async () => {
    const file = await receive({ bytes: await makePicture(800, 400) })
    expect(file).toMatchObject({ mediaType: 'image/png', width: 800, height: 400, durationMs: null, peaks: null })
    expect(file.poster).toMatchObject({ mediaType: 'image/webp', width: 640, height: 320 })
    expect(file.thumbnail).toMatchObject({ width: 320, height: 160 })
    expect((await stat(file.thumbnail?.path ?? '')).size).toBeGreaterThan(0)
  })

  test('an accepted sound has its length and 200 peaks', async () => {
    const file = await receive({ bytes: makeSound(0.5) }, { kind: 'audio' })
    expect(file).toMatchObject({ mediaType: 'audio/wav', durationMs: 500, width: null, poster: null })
    expect(file.peaks).toHaveLength(200)
    expect(Math.max(...(file.peaks ?? []))).toBe(1)
  })

  test('an accepted video has its size, its length and a poster', async () => {
    const file = await receive({ bytes: await makeFilm() }, { kind: 'video' })
    expect(file).toMatchObject({ mediaType: 'video/mp4', width: 64, height: 48, durationMs: 500, peaks: null })
    expect(file.poster).toMatchObject({ width: 64, height: 48 })
  })

  test('the content decides the type of a result, not the header', async () => {
    const picture = await makePicture()
    await using server = await startMediaServer(() => ({ headers: { 'content-type': 'text/html' }, bytes: picture }))
    expect(await receive({ url: `${server.url}/a.jpg` }, { own: [server.url] })).toMatchObject({ mediaType: 'image/png' })
  })
})

describe('a rejected result', () => {
  test('a result that hangs its parser is rejected and leaves no file, and another one is received', { tags: 'full' }, async () => {
    const endless = failure({ bytes: await makeEndlessFilm() }, { kind: 'video' })
    expect(await endless).toMatchObject({ code: 'temporary', message: 'the result is no video that can be read' })
    expect(await receive({ bytes: await makeFilm() }, { kind: 'video' })).toMatchObject({ durationMs: 500 })
  })

  test('an empty result, a page or a sound for an image is rejected and leaves no file', async () => {
    expect(await failure({ bytes: new Uint8Array() })).toMatchObject({ code: 'temporary', message: 'the result is empty' })
    expect(await failure({ bytes: Buffer.from('<html>Sorry</html>') })).toMatchObject({ code: 'temporary' })
    expect(await failure({ bytes: makeSound() })).toMatchObject({ code: 'temporary' })
    expect(await failure({ bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })).toMatchObject({ code: 'temporary' })
  })

  test('a truncated file is rejected and leaves no file', async () => {
    const picture = await makePicture(600, 600)
    expect(await failure({ bytes: picture.subarray(0, picture.length / 2) })).toMatchObject({ code: 'temporary' })
    const film = await makeFilm()
    expect(await failure({ bytes: film.subarray(0, film.length - 20) }, { kind: 'video' })).toMatchObject({ code: 'temporary' })
  })

  test.each([401, 403, 404, 410, 500])('a result whose address answers %i is downloaded again by the queue', async (status) => {
    await using server = await startMediaServer(() => ({ status, json: { message: 'UPSTREAM-WORDS' } }))
    const error = await failure({ url: `${server.url}/a.png?sig=SECRET` }, { own: [server.url] })
    expect(error).toMatchObject({ code: 'temporary', retryable: true })
    expect(String(error)).not.toMatch(/127\.0\.0\.1|SECRET|UPSTREAM/)
  })

  test('a result over the maximum size is rejected without waiting for its end', async () => {
    const server = createServer((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', more)
      more()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const small = receiveWithin({ bytes: { image: 100_000, audio: 1, video: 1 }, totalMs: 10_000, idleMs: 10_000 })
    expect(await failure({ url }, { own: [url], receive: small })).toMatchObject({ code: 'temporary', retryable: false })
    server.close()
    server.closeAllConnections()
  })

  test('a result that never arrives ends after its time limit', async () => {
    await using server = await startMediaServer(() => 'silent')
    const quick = receiveWithin({ bytes: { image: 100, audio: 1, video: 1 }, totalMs: 60, idleMs: 60 })
    expect(await failure({ url: server.url }, { own: [server.url], receive: quick })).toMatchObject({ code: 'temporary', retryable: true })
  })
})

describe('private addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fd00:ec2::254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('the address %s is private', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each(['8.8.8.8', '2606:4700::1111'])('the address %s is public', (address) => expect(isPublicAddress(address)).toBe(true))

  test('private addresses are refused by number, by name and in every spelling, without a request', async () => {
    await using server = await startMediaServer(() => ({ json: {} }))
    const { port } = new URL(server.url)
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0'])
      expect(await failure({ url: `http://${host}:${port}/` })).toMatchObject({
        message: 'the result is at a private address',
        retryable: false,
      })
    expect(server.calls).toEqual([])
  })

  test('private addresses are refused where an own server redirects to them, and keys are not sent along', async () => {
    await using inside = await startMediaServer(() => ({ json: {} }))
    await using own = await startMediaServer(() => ({ status: 302, headers: { location: inside.url }, json: {} }))
    expect(await failure({ url: own.url, headers: { authorization: 'Bearer k' } }, { own: [own.url] })).toMatchObject({
      message: 'the result is at a private address',
    })
    expect(inside.calls).toEqual([])
    await receive({ url: own.url, headers: { authorization: 'Bearer k' } }, { own: [own.url, inside.url] }).catch(() => undefined)
    expect(inside.calls[0]?.headers.authorization).toBeUndefined()
  })

  test('other kinds of addresses and redirect loops are refused', async () => {
    expect(await failure({ url: 'file:///etc/passwd' })).toMatchObject({ retryable: false })
    await using ring = await startMediaServer(() => ({ status: 302, headers: { location: '/' }, json: {} }))
    expect(await failure({ url: ring.url }, { own: [ring.url] })).toMatchObject({ retryable: false })
  })
})
