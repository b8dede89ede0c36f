import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signInMethodsSchema } from '#app/contract/account/accounts.ts'
import { demoSchema } from '#app/contract/runs/demo.ts'
import type { Engine } from '@quartet/engine/protocol/engine.ts'
import { engineModels } from '@quartet/engine/protocol/models.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { config } from '#config'
import { openDemoImages } from '#app/server/core/making/demo/demo-images.ts'
import { openAttempts } from '#app/server/core/rules/limits/attempts.ts'
import { openCounters } from '#app/server/core/rules/limits/counters.ts'
import { openModeration } from '#app/server/core/making/models/moderation.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { sketchProvider } from '#app/server/providers/sketch/provider.ts'
import { createApi } from '../../api.ts'

const { perAddress, overall, maxWaiting, promptMaxLength } = config.demo
const picture = 'an image, as far as the demo can tell'

/** The prompts drawn so far, and the largest number of concurrent drawings. */
let drawn: string[] = []
let now = 0
let most = 0
/** A promise that each drawing awaits. */
let gate: Promise<void> = Promise.resolve()

const engine: Engine = {
  capabilities: async () => Object.fromEntries(engineModels.map((id) => [id, null])) as Awaited<ReturnType<Engine['capabilities']>>,
  async run({ prompt }) {
    drawn.push(prompt)
    now += 1
    most = Math.max(most, now)
    await gate
    const paths = ['image', 'poster', 'thumbnail'].map((name) => join(runtime.scratchDir, `${randomUUID()}-${name}`))
    const [path = '', poster = '', thumbnail = ''] = paths
    for (const one of paths) await writeFile(one, picture)
    now -= 1
    const still = { mediaType: 'image/webp', width: 64, height: 48 } as const
    return {
      text: null,
      files: [
        {
          path,
          mediaType: 'image/webp',
          width: 512,
          height: 384,
          durationMs: null,
          peaks: null,
          poster: { ...still, path: poster },
          thumbnail: { ...still, path: thumbnail },
        },
      ],
    }
  },
  close: async () => undefined,
}

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: sketchProvider(engine) })
})
afterAll(() => runtime[Symbol.asyncDispose]())

/** The runtime after a restart of the server. */
const fresh = () => ({ ...runtime, attempts: openAttempts(openCounters(runtime.handle)), demo: openDemoImages() })
beforeEach(async () => {
  // With PostgreSQL, the counts of earlier tests would outlive the restart. The first attempt in a database creates their table.
  if (runtime.handle.kind === 'postgres')
    await runtime.handle.pool.query('do $$ begin delete from attempts; exception when undefined_table then null; end $$')
  api = createApi(fresh())
  drawn = []
  most = 0
  gate = Promise.resolve()
})

const ask = (prompt: unknown, { address = '192.0.2.1', on = api, language = 'en' } = {}) =>
  on.fetch(
    new Request('http://localhost/api/v1/demo', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ prompt }),
    }),
    { clientAddress: address },
  )
const problem = async (answer: Response | Promise<Response>) => {
  const response = await answer
  return { status: response.status, ...(await errorBody(response)) }
}

test('a visitor gets a small image, and nothing of it is stored', async () => {
  const response = await ask('A lighthouse by the sea')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(v.parse(demoSchema, await response.json())).toEqual({
    prompt: 'A lighthouse by the sea',
    image: { url: `data:image/webp;base64,${Buffer.from(picture).toString('base64')}`, width: 512, height: 384 },
    advice: null,
  })
  expect(await runtime.db.$count(generations)).toBe(0)
  expect(await runtime.db.$count(files)).toBe(0)
  expect(await readdir(runtime.scratchDir)).toEqual([])
})

test('the same prompt is drawn once, for all visitors and also in parallel', async () => {
  const answers = await Promise.all([ask('a lake'), ask('A  LAKE.', { address: '192.0.2.2' }), ask(' a lake! ', { address: '192.0.2.3' })])
  answers.push(await ask('A lake', { address: '192.0.2.4' }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(drawn).toHaveLength(1)
})

test('the advice of a quote names in the caller’s language what is not drawn', async () => {
  const say = async (language: string) => v.parse(demoSchema, await (await ask('a plate of sushi', { language })).json()).advice
  const [en, ru] = [await say('en'), await say('ru')]
  expect(en).toMatchObject({ kind: 'not_drawn', words: ['sushi'], free_runs: null })
  expect(en?.suggestions).toHaveLength(3)
  expect(en?.instead).toMatch(/[a-z]/)
  expect(ru?.instead).toMatch(/[а-я]/)
  expect(drawn).toHaveLength(1)
})

test('one address gets its number of images an hour, and cached ones beyond it', async () => {
  for (let index = 0; index < perAddress.images; index += 1) expect((await ask(`lake ${index}`)).status).toBe(200)
  const refused = await ask('one more lake')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(perAddress.per - 60)
  expect(await problem(refused)).toMatchObject({
    status: 429,
    code: 'too_many_demos',
    detail: 'You’ve used your free tries for now. Try again in 60 minutes, or continue with an account.',
  })
  expect((await ask('lake 0')).status).toBe(200)
  expect((await ask('one more lake', { address: '192.0.2.2' })).status).toBe(200)
})

test('all visitors together get their number of images a minute', async () => {
  for (let index = 0; index < overall.images; index += 1)
    expect((await ask(`lake ${index}`, { address: `192.0.2.${index}` })).status).toBe(200)
  expect(await problem(ask('one more lake', { address: '198.51.100.1' }))).toMatchObject({ status: 503, code: 'demo_busy' })
  expect(drawn).toHaveLength(overall.images)
})

test('images are drawn one at a time, and a long queue is refused', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const refused: Awaited<ReturnType<typeof problem>>[] = []
  const asked = Array.from({ length: maxWaiting + 4 }, async (_, index) => {
    const answer = await ask(`lake ${index}`, { address: `192.0.2.${index}` })
    if (!answer.ok) refused.push(await problem(answer))
    return answer.status
  })
  await expect.poll(() => refused.length).toBe(3)
  expect(refused).toEqual(Array(3).fill(expect.objectContaining({ status: 503, code: 'demo_busy' })))
  resolve()
  expect((await Promise.all(asked)).toSorted()).toEqual([...Array(maxWaiting + 1).fill(200), ...Array(3).fill(503)])
  expect(most).toBe(1)
})

test('a demo that is switched off is a 404, and pages know', async () => {
  for (const [value, status] of [
    ['off', 404],
    ['on', 200],
  ] as const) {
    const on = createApi({ ...fresh(), env: { ...runtime.env, DEMO: value === 'on' } })
    expect((await ask('a lake', { on })).status).toBe(status)
    const methods = await callApi(on, 'GET', '/v1/auth/methods')
    expect(v.parse(signInMethodsSchema, await methods.json()).demo).toBe(value === 'on')
  }
})

test('hostile prompts get an image or a reason, never an error of the server', async () => {
  const taken = [
    '<script>alert(1)</script>',
    '"; drop table users; --',
    '\u0000lake',
    '\ud800 lake',
    '../../etc/passwd',
    '{{lake}}',
    '🌊'.repeat(20),
  ]
  for (const [index, prompt] of taken.entries()) expect((await ask(prompt, { address: `192.0.2.${index}` })).status).toBe(200)
  for (const prompt of ['', '   ', '\u0000', 'x'.repeat(promptMaxLength + 1), 7, null, ['a lake'], { length: 1 }, undefined])
    expect(await problem(ask(prompt))).toMatchObject({ status: 422, code: 'invalid_input', fields: { prompt: {} } })
})

test('the operator’s moderation applies to visitors too', async () => {
  const moderation = openModeration([{ name: 'a list', forbids: async (text) => text.includes('forbidden') }])
  const on = createApi({ ...fresh(), moderation: async () => moderation })
  expect(await problem(ask('a forbidden lake', { on }))).toMatchObject({ status: 422, fields: { prompt: { code: 'prompt_not_allowed' } } })
  expect((await ask('a lake', { on })).status).toBe(200)
  expect(drawn).toEqual(['a lake'])
})
