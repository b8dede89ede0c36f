import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type S3Server, startS3Server } from '#tests/fakes/s3/s3-server.ts'
import { makeDataDir } from '#tests/fixtures/database.ts'
import { moverTo } from '../api-client/transport.ts'
import { readEnv } from '../env.ts'
import { listBuilds } from '../storage/build-keys.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { packAssets, unpackAssets } from './asset-pack.ts'
import { serveBuiltFiles } from './built-files.ts'
import { passAssetsOn } from './pass-assets-on.ts'
import { openStoredBuilds } from './stored-builds.ts'

const script = 'export const part = 1\n'.repeat(200)
let s3: S3Server
let round = 0
let dir: string
let storage: Storage
let clock = 0
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3[Symbol.asyncDispose]())
beforeEach(async () => {
  dir = await makeDataDir()
  storage = await openStorage(readEnv({ ...s3.env, DATA_DIR: dir, S3_PREFIX: `round-${(round += 1)}` }))
  await storage.close?.()
  clock = 0
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** A container with a build of its own: the server of its assets, and those in the storage. */
async function makeContainer(id: string) {
  const buildDir = join(dir, `build-${id}`)
  await mkdir(join(buildDir, 'client/assets'), { recursive: true })
  await mkdir(join(buildDir, 'client/builds'))
  await writeFile(join(buildDir, 'client/builds/latest.json'), JSON.stringify({ id }))
  for (const name of ['shared-AbCdEf0.js', `${id}-AbCdEf0.js`]) {
    await writeFile(join(buildDir, 'client/assets', name), script + id)
    await writeFile(join(buildDir, 'client/assets', `${name}.br`), brotliCompressSync(script + id))
  }
  await writeFile(join(buildDir, 'client/assets/font-AbCdEf0.woff2'), Buffer.from([0, 10, 255]))
  const options = { storage, buildDir, folder: join(dir, `unpacked-${id}`), logger: pino({ level: 'silent' }), now: () => clock }
  const builds = openStoredBuilds(options)
  const app = new Hono().get('*', serveBuiltFiles([join(buildDir, 'client')])).get('/assets/*', builds.serve)
  return { builds, app, get: (path: string, headers = {}) => app.request(path, { headers }) }
}
const requests = (method: string) => s3.calls.filter((call) => call.method === method).length

test('a page of an earlier build finds its parts in containers of the next two, and a newer page in those of an earlier one', async () => {
  const first = await makeContainer('first')
  await first.builds.publish()
  const second = await makeContainer('second')
  await Promise.all([second.builds.publish(), second.builds.publish()])
  const old = await second.get('/assets/first-AbCdEf0.js')
  expect([old.status, await old.text()]).toEqual([200, `${script}first`])
  expect(Object.fromEntries(old.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const packed = await second.get('/assets/first-AbCdEf0.js', { 'accept-encoding': 'br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(await (await second.get('/assets/shared-AbCdEf0.js')).text()).toBe(`${script}second`)
  // A container that is replaced last serves pages of the newer ones.
  expect(await (await first.get('/assets/second-AbCdEf0.js')).text()).toBe(`${script}second`)

  await (await makeContainer('third')).builds.publish()
  const fourth = await makeContainer('fourth')
  await fourth.builds.publish()
  const found = ['first', 'second', 'third'].map(async (id) => (await fourth.get(`/assets/${id}-AbCdEf0.js`)).text())
  expect(await Promise.all(found)).toEqual(['404 Not Found', `${script}second`, `${script}third`])
  const stored = (await listBuilds(storage)).map(({ id }) => id)
  expect([...new Set(stored)]).toEqual(['fourth', 'third', 'second'])
})

test('a build is stored once, in one request, and an unknown name costs one look in half a minute', async () => {
  const first = await makeContainer('first')
  s3.calls.length = 0
  await first.builds.publish()
  await first.builds.publish()
  expect(requests('PUT')).toBe(1)
  const second = await makeContainer('second')
  s3.calls.length = 0
  const unknown = Array.from({ length: 20 }, (_, at) => second.get(`/assets/unknown-${1_000_000 + at}.js`))
  expect(new Set((await Promise.all(unknown)).map(({ status }) => status))).toEqual(new Set([404]))
  await second.get('/assets/unknown-1000000.js')
  expect(s3.calls).toHaveLength(2)
  clock = 31_000
  await second.get('/assets/unknown-AbCdEf0.js')
  expect(s3.calls).toHaveLength(3)
})

test('nothing else of the storage is served, whatever the name, and a storage that fails leaves a 404', async () => {
  const second = await makeContainer('second')
  await using temp = storage.openTemp()
  await writeFile(temp.path, 'private')
  await storage.putFile('assets/private-AbCdEf0.js', temp.path)
  for (const path of ['/assets/private-AbCdEf0.js', '/assets/..%2Finstallation.json', '/assets/short.js', '/builds/first'])
    expect((await second.get(path)).status, path).toBe(404)
  s3.fault = () => ({ answer: 403, code: 'AccessDenied' })
  onTestFinished(() => void (s3.fault = () => undefined))
  clock = 31_000
  expect((await second.get('/assets/first-AbCdEf0.js')).status).toBe(404)
})

test('a file that is no complete build is not unpacked', async () => {
  await makeContainer('first')
  const [packed, target] = [join(dir, 'packed'), join(dir, 'target')]
  await packAssets(join(dir, 'build-first/client/assets'), packed)
  await unpackAssets(packed, target)
  await writeFile(packed, '[["font-AbCdEf0.woff2",3]]\nab')
  await expect(unpackAssets(packed, target)).rejects.toThrow()
  await writeFile(packed, '[["../../font-AbCdEf0.woff2",2]]\nab')
  await expect(unpackAssets(packed, target)).rejects.toThrow()
})

test('a process without a storage gets assets of other builds from the API, and asks for an absent one once', async () => {
  await (await makeContainer('first')).builds.publish()
  const asked: string[] = []
  const api = new Hono()
  api.use((context, next) => {
    asked.push(`${context.req.path} ${context.req.header('cookie')}`)
    return next()
  })
  api.get('/assets/*', (await makeContainer('second')).builds.serve)
  const listener = getRequestListener(api.fetch)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const web = new Hono().get(
    '/assets/*',
    passAssetsOn(moverTo(base), () => clock),
  )
  const get = (path: string) => web.request(path, { headers: { cookie: 'auth.token=secret' } })

  const old = await get('/assets/first-AbCdEf0.js')
  expect([old.status, await old.text(), old.headers.get('cache-control')]).toEqual([
    200,
    `${script}first`,
    'public, max-age=31536000, immutable',
  ])
  expect(new Uint8Array(await (await get('/assets/font-AbCdEf0.woff2')).arrayBuffer())).toEqual(new Uint8Array([0, 10, 255]))
  asked.length = 0
  for (let attempt = 0; attempt < 3; attempt += 1) expect((await get('/assets/absent-AbCdEf0.js')).status).toBe(404)
  expect((await get('/assets/installation.json')).status).toBe(404)
  expect(asked).toEqual(['/assets/absent-AbCdEf0.js undefined'])
})
