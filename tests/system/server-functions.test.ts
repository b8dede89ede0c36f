import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#app/server/api/api.ts'
import { isFull } from '../fixtures/campaign.ts'
import { decodeAnswer, encodeCall, listServerFunctions, sameOrigin } from '../fixtures/server-functions.ts'
import { type ServerProcess, startServer } from '../fixtures/server.ts'

/** Server functions of the build, called over HTTP with requests that no page sends. Requires the build. */
let server: ServerProcess
beforeAll(async () => {
  server = await startServer({ built: true, env: { LOG_LEVEL: 'warn' } })
})
afterAll(() => server[Symbol.asyncDispose]())

const functions = listServerFunctions()
/** One function for each kind of input: none, a body, a query, a form. Middleware treats all alike; a full run tries every function. */
const tried = isFull ? functions : functions.filter(({ name }) => ['getSession', 'signIn', 'listModels', 'getUpload'].includes(name))
const json = { ...sameOrigin, 'content-type': 'application/json' }
const post = (id: string, body: BodyInit, headers: Record<string, string> = json) =>
  fetch(`${server.url}/_serverFn/${id}`, { method: 'POST', headers, body })
const get = (id: string, payload: string) =>
  fetch(`${server.url}/_serverFn/${id}?payload=${encodeURIComponent(payload)}`, { headers: sameOrigin })

const failureSchema = v.object({ statusCode: v.number(), statusMessage: v.string(), detail: v.string(), code: v.string() })

/** Returns the typed failure of a response, thrown or returned. */
function failureIn(text: string): v.InferOutput<typeof failureSchema> {
  const { result, error } = decodeAnswer(text)
  const given = v.safeParse(v.object({ ok: v.literal(false), error: failureSchema }), result)
  return given.success ? given.output.error : v.parse(failureSchema, error)
}

const deep = `${'{"t":9,"i":0,"o":0,"a":['.repeat(5000)}${']}'.repeat(5000)}`
const node = (text: string) => `{"t":${text},"f":63,"m":[]}`
const inData = (text: string) => node(`{"t":10,"i":0,"p":{"k":["data"],"v":[${text}]},"o":0}`)

/** Bodies that are not a serialized call. */
const unreadable: Record<string, string> = {
  'half a document': '{',
  'no JSON': 'email=ann@example.com',
  'a document of another kind': '{"email":"ann@example.com","password":"correct horse"}',
  null: 'null',
  'a number': '7',
  'a string': '"x"',
  'an array': '[]',
  'an empty object': '{}',
  'an unknown kind of node': node('{"t":999}'),
  'a node without a kind': node('{}'),
  'an object without its values': node('{"t":10,"i":0,"p":{"k":["data"]},"o":0}'),
  'an unknown plugin': inData('{"t":25,"i":1,"s":{"v":{"t":2,"s":0}},"c":"no-such-plugin"}'),
  'a depth of 5,000': node(deep),
}

const aDate = inData('{"t":5,"i":1,"s":"2026-11-21T10:00:00.000Z"}')

/** Serialized calls with input that no page sends. */
const misshapen: Record<string, string> = {
  'no input': encodeCall({}),
  'a string for input': encodeCall({ data: 'x' }),
  'a number for input': encodeCall({ data: 7 }),
  'an array for input': encodeCall({ data: [{}] }),
  'null for input': encodeCall({ data: null }),
  'an empty input': encodeCall({ data: {} }),
  'values of another type': encodeCall({
    data: Object.fromEntries(
      ['id', 'email', 'password', 'token', 'locale', 'change', 'model', 'prompt', 'from', 'limit', 'type__in', 'name'].map((key) => [
        key,
        [7],
      ]),
    ),
  }),
  'a reference to nothing': node('{"t":4,"i":9}'),
  'a date': aDate,
  'a large number': inData('{"t":3,"s":"12345678901234567890"}'),
  'a function': inData('{"t":25,"i":1,"s":{"v":{"t":10,"i":2,"p":{"k":["functionId"],"v":[{"t":1,"s":"x"}]},"o":0}},"c":"$TSS/serverfn"}'),
  'half a character': encodeCall({ data: { id: '\ud800', email: '\ud800', idempotency_key: 'line\nbreak', model: 'm', prompt: '\udfff' } }),
  'U+0000': encodeCall({
    data: Object.fromEntries(
      ['id', 'email', 'password', 'token', 'model', 'prompt', 'q', 'name', 'title', 'kind'].map((key) => [key, 'a\0b']),
    ),
  }),
  'dates that cannot be stored': encodeCall({
    data: { from: '0001-01-01', to: '275760-09-13T00:00:00Z', expires_at: '0001-01-01T00:00:00Z' },
  }),
  'a prototype': inData('{"t":10,"i":1,"p":{"k":["__proto__"],"v":[{"t":10,"i":2,"p":{"k":["ok"],"v":[{"t":2,"s":2}]},"o":0}]},"o":0}'),
}

/**
 * The exports of `*.functions.ts`. A function that the compiler does not recognize is missing from the build, or its code is in the
 * browser.
 */
const declared = globSync('app/**/*.functions.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^export const (\w+) = (?:createServerFn|reads|changes)\b/gm)].map(([, name = '']) => name),
)

test('the build has every server function under its own name', () => {
  expect(tried.length).toBeGreaterThanOrEqual(4)
  expect(functions.map(({ name }) => name).toSorted()).toEqual(declared.toSorted())
  expect(functions.map(({ id }) => id)).toEqual(functions.map(({ name }) => name))
})

test('no definition of a call is in the scripts of the pages', () => {
  const scripts = globSync('dist/client/assets/*.js').map((file) => readFileSync(file, 'utf8'))
  expect(scripts.length).toBeGreaterThan(20)
  const quoted = new Set(scripts.flatMap((script) => script.match(/(?<=['"`])\/[\w/{}.:-]+/g) ?? []))
  expect(quoted.size).toBeGreaterThan(20)
  const paths = new Set(endpoints.map(({ call }) => call.path))
  expect([...paths].filter((path) => [...quoted].some((text) => text.startsWith(path)))).toEqual([])
  const all = scripts.join('\n')
  expect(endpoints.filter(({ call }) => all.includes(call.summary))).toEqual([])
})

test('every server function validates its input, allows one method and serves its own origin only', async () => {
  for (const { id, name } of functions) {
    const unplain = await Promise.all([post(id, aDate), get(id, aDate)])
    const refused = await Promise.all(unplain.filter(({ status }) => status !== 405).map(async (answer) => failureIn(await answer.text())))
    expect(refused, name).toMatchObject([{ statusCode: 422, code: 'invalid_input' }])
    const payload = encodeCall({ data: { id: [7], email: [7], password: [7], model: [7], limit: [7], token: 'a\0b' } })
    const [posted, got, put, foreign] = await Promise.all([
      post(id, payload),
      get(id, payload),
      fetch(`${server.url}/_serverFn/${id}`, { method: 'PUT', headers: sameOrigin }),
      post(id, payload, { ...json, 'sec-fetch-site': 'cross-site' }),
    ])
    for (const answer of [posted, got]) {
      const text = await answer.text()
      expect(answer.status, name).toBeLessThan(500)
      if (!answer.ok) expect(failureIn(text).statusCode, name).toBe(answer.status)
    }
    expect([posted.status, got.status], name).toContain(405)
    expect([put.status, foreign.status], name).toEqual([405, 403])
    await Promise.all([put.body?.cancel(), foreign.body?.cancel()])
  }
})

describe.each(tried)('$name', ({ id, name }) => {
  test('the function answers an unreadable call with a typed 4xx', async () => {
    for (const [what, payload] of Object.entries(unreadable)) {
      // Node rejects a longer URL.
      const answers = await Promise.all([post(id, payload), ...(payload.length < 8_000 ? [get(id, payload)] : [])])
      // The wrong method also gets a typed 4xx.
      for (const answer of answers) {
        const text = await answer.text()
        expect(answer.ok, `${name}: ${what}: ${text}`).toBe(false)
        const failure = failureIn(text)
        expect([answer.status, failure.statusCode], `${name}: ${what}`).toEqual([failure.statusCode, answer.status])
        expect(answer.status, `${name}: ${what}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${name}: ${what}`).toBeLessThan(500)
      }
    }
  })

  test('the function answers input of the wrong shape with a typed failure below 500', async () => {
    for (const [what, payload] of Object.entries(misshapen)) {
      for (const answer of await Promise.all([post(id, payload), get(id, payload)])) {
        expect(answer.status, `${name}: ${what}`).toBeLessThan(500)
        const text = await answer.text()
        if (!answer.ok) expect(failureIn(text).statusCode, `${name}: ${what}`).toBe(answer.status)
      }
    }
  })

  test('the function answers another method with a typed 405 that names the allowed one', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(`${server.url}/_serverFn/${id}`, { method, headers: sameOrigin })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toMatch(/^(?:GET|POST)$/)
      expect(failureIn(await answer.text())).toMatchObject({ statusCode: 405, code: 'method_not_allowed' })
    }
  })

  test('the function answers forms and plain text with a typed failure below 500', async () => {
    const form = new FormData()
    form.set('email', 'ann@example.com')
    const answers = await Promise.all([
      fetch(`${server.url}/_serverFn/${id}`, { method: 'POST', headers: sameOrigin, body: form }),
      post(id, 'email=ann', { ...sameOrigin, 'content-type': 'application/x-www-form-urlencoded' }),
      post(id, 'no boundary', { ...sameOrigin, 'content-type': 'multipart/form-data' }),
      post(id, 'text', { ...sameOrigin, 'content-type': 'text/plain' }),
    ])
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(500)
      const text = await answer.text()
      if (!answer.ok) expect(failureIn(text).statusCode).toBe(answer.status)
    }
  })

  test('the function refuses other origins, reading and writing', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { referer: 'https://evil.example/page' },
      { 'sec-fetch-site': 'cross-site', origin: new URL(server.url).origin },
      {},
    ]
    for (const headers of foreign) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${server.url}/_serverFn/${id}`, { method, headers: { 'x-tsr-serverfn': 'true', ...headers } })
        expect(answer.status, `${method} ${JSON.stringify(headers)}`).toBe(403)
        await answer.body?.cancel()
      }
    }
  })
})

test('a call of an unknown server function is a typed 404', async () => {
  for (const id of ['nope', '0'.repeat(64), '__proto__', 'constructor', '..%2f..%2fetc%2fpasswd', `${functions[0]?.id}x`]) {
    const answer = await fetch(`${server.url}/_serverFn/${id}`, { headers: sameOrigin })
    expect(answer.status, id).toBe(404)
    expect(failureIn(await answer.text()), id).toMatchObject({ statusCode: 404, code: 'not_found' })
  }
})

test.each(['', '/', 'nope', '%00', '%zz', '%ff'])(
  'a call of /_serverFn/%s is a 4xx whatever its payload, and the answer does not repeat the payload',
  async (id) => {
    for (const payload of ['', '{', 'a-very-secret-word', '\0', '"\\ud800"', inData('{"t":1,"s":"a-very-secret-word"}'), deep]) {
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
        const answer = await post(id, payload, { ...sameOrigin, 'content-type': type })
        const text = await answer.text()
        expect(answer.status, `${type}: ${payload.slice(0, 40)}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${type}: ${payload.slice(0, 40)}`).toBeLessThan(500)
        expect(text).not.toMatch(/a-very-secret-word|node_modules|\bat .*\.(?:ts|js):/)
      }
    }
  },
)

test('a call that is too large is a typed 413, in the caller’s language', async () => {
  const id = functions.find(({ name }) => name === 'signIn')?.id ?? ''
  const answer = await fetch(`${server.url}/_serverFn/${id}`, {
    method: 'POST',
    // The server stops reading the body, so the connection cannot be reused.
    headers: { ...json, 'accept-language': 'ru', connection: 'close' },
    body: 'x'.repeat(1024 * 1024 + 1),
  })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ code: 'payload_too_large', detail: expect.stringMatching(/[а-я]/) })
})

test('the log does not contain the payload of an unreadable call', async () => {
  const id = functions.find(({ name }) => name === 'signIn')?.id ?? ''
  await (await post(id, '{"password":"a-very-secret-word" oops')).text()
  await (await post(id, 'a-very-secret-word')).text()
  expect(server.stdout() + server.stderr()).not.toContain('a-very-secret-word')
})

test('a failure of the API reaches the page with its code, status and translated message', async () => {
  const id = functions.find(({ name }) => name === 'signIn')?.id ?? ''
  const call = encodeCall({ data: { email: 'nobody@example.com', password: 'not the password' } })
  const answer = await post(id, call, { ...json, 'accept-language': 'ru' })
  expect(answer.status).toBe(401)
  expect(answer.statusText).toMatch(/^[\x20-\x7e]*$/)
  expect(failureIn(await answer.text())).toMatchObject({
    statusCode: 401,
    code: 'bad_credentials',
    statusMessage: expect.stringMatching(/[а-я]/),
  })
})
