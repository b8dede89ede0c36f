import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { operatorActs } from '../../db/schema/operator-acts.ts'
import { describeError } from '../../logger.ts'
import { openConnected } from '../../providers/connected/open-connected.ts'
import { openers } from '../../providers/openers.ts'
import { createApi } from '../api.ts'

const password = 'hunter2-secret'
const basic = `Basic ${btoa(`ann:${password}`)}`

let server: Server
/** An address with a password, and the same as it is shown. */
let address: string
let shown: string
let runtime: TestRuntime
const credentials = new Set<string>()
const log: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    credentials.add(request.headers.authorization ?? 'none')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url?.includes('/object_info') ? {} : { data: [], models: [] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const host = `127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
  address = `http://ann:${password}@${host}`
  shown = `http://***@${host}`
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    connect: (env, keysOf, models) => openConnected({ env, openers, ...models, scratchDir: '.', keysOf }),
    env: {
      OLLAMA_URL: address,
      COMFYUI_URL: address,
      A1111_URL: address,
      OPENAI_COMPATIBLE: `shed=${address}/v1`,
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: address,
    },
    logger: pino({ level: 'debug', serializers: { err: describeError } }, { write: (line: string) => void log.push(line) }),
  })
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  server.close()
})

test('a password in the address of a server reaches the server, and is in no answer, log, finding or entry of the audit log', async () => {
  const owner = await createUser(runtime, { role: 'owner' })
  const { token } = await createSession(runtime, runtime.keys, owner)
  const api = createApi(runtime)
  const answers: string[] = []
  async function call(method: string, path: string, body?: unknown): Promise<number> {
    const response = await callApi(api, method, `/v1${path}`, { token, body })
    answers.push(await response.text())
    return response.status
  }
  // An earlier release recorded addresses as they were entered.
  await runtime.db.insert(operatorActs).values({
    id: uuidv7(),
    action: 'connection_saved',
    actorId: owner.id,
    reason: 'old',
    address: null,
    before: { url: `${address}/before` },
    after: { url: `${address}/after`, subject: 'old' },
  })

  expect(await call('PUT', '/operator/connections/attic', { url: `${address}/v1` })).toBe(204)
  expect(await call('PUT', '/operator/connections/attic', { url: `ftp://ann:${password}@127.0.0.1` })).toBe(422)
  expect(await call('PUT', '/operator/connections/attic', { url: `http://ann:${password}@127.0.0.1:9` })).toBe(422)
  for (const id of ['ollama', 'comfyui', 'a1111', 'shed', 'attic', 'openai']) await call('POST', `/operator/connections/${id}/test`)
  for (const path of [
    '/operator/connections',
    '/operator/audit',
    '/operator/models',
    '/operator/system',
    '/operator/system/findings',
    '/operator/model-sources',
    '/models',
  ])
    expect([path, await call('GET', path)], log.join('')).toEqual([path, 200])

  const all = answers.join('\n')
  expect(all).toContain(`${shown}/v1`)
  expect(all).toContain(`${shown}/before`)
  expect(all).not.toContain(password)
  expect(log.join('\n')).not.toContain(password)
  // The record of the act itself has no password, either.
  const recorded = (await runtime.db.select().from(operatorActs)).filter(({ reason }) => reason !== 'old')
  expect(JSON.stringify(recorded)).toContain(shown)
  expect(JSON.stringify(recorded)).not.toContain(password)
  expect(credentials).toContain(basic)
})

test('an address that is saved as it is shown keeps its password, and another host never gets it', async () => {
  const owner = await createUser(runtime, { role: 'owner' })
  const { token } = await createSession(runtime, runtime.keys, owner)
  const api = createApi(runtime)
  const save = (url: string) => callApi(api, 'PUT', '/v1/operator/connections/loft', { token, body: { url, reason: 'a' } })
  const addressOf = async () => (await runtime.connections.settings()).connections.get('loft')?.url
  expect((await save(`${address}/v1`)).status).toBe(204)
  credentials.clear()
  expect((await save(`${shown}/v1`)).status).toBe(204)
  expect([await addressOf(), [...credentials]]).toEqual([`${address}/v1`, [basic]])
  const moved = await save(`${shown.replace('127.0.0.1', 'localhost')}/v1`)
  expect([moved.status, await moved.json()]).toMatchObject([422, { fields: { url: { code: 'url_invalid' } } }])
  expect([...credentials]).toEqual([basic])
})
