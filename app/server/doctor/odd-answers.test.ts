import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testConnection } from '../core/operation/connections/test-connection.ts'
import { readEnv } from '../env.ts'
import { isServiceId, services } from '../providers/connected/open-connected.ts'
import { openers } from '../providers/openers.ts'
import { openConnected } from '../providers/connected/open-connected.ts'
import { noModelsFile } from '../providers/models-file/no-models-file.ts'
import { checkMail } from './check-installation.ts'
import { whyInEnglish } from './english.ts'
import { checkPayments } from './check-payments.ts'
import { examine } from './examine.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'odd-answers-'))
})
afterAll(() => rm(dir, { recursive: true }))

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return (server.address() as AddressInfo).port
}

const json =
  (body: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))

const endless: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const part = Buffer.alloc(256 * 1024, ' ')
  const send = () => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', send)
  send()
}

const node = (input: unknown) => ({ CheckpointLoaderSimple: { input }, data: [], models: [] })
const odd: Record<string, RequestListener> = {
  'a page in HTML': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Router</title>'),
  'an empty answer': json(''),
  null: json('null'),
  'a number': json('7'),
  'a list of odd entries': json([null, 7, 'x', [], { id: 7 }, { model_id: {} }, { title: null, model_name: 7 }]),
  'an object without its list': json({ data: { models: 7 }, models: 'none', object: 'list' }),
  'times outside of all calendars': json({
    data: [
      { id: 'one', created: 1e300 },
      { id: 'two', created: -1e300 },
      { id: 'three', created: 1e13, created_at: '9999-99-99' },
    ],
    models: [{ name: 'four', digest: 7 }],
  }),
  'names of properties of all objects': json('{"data":[{"id":"constructor"},{"id":"__proto__"}],"__proto__":{"input":{}},"constructor":7}'),
  'a node that is null': json({ CheckpointLoaderSimple: null, data: [], models: [] }),
  'a node with a number for its inputs': json(node(7)),
  'a node with a list for its inputs': json(node({ required: [], optional: null })),
  'a node with odd choices': json(node({ required: { ckpt_name: [[{}, null], {}] } })),
  'ten thousand lists in each other': json(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  'an answer that breaks off': (_, response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write('{"data":[', () => response.destroy())
  },
  'a redirect to itself': ({ url }, response) => response.writeHead(302, { location: url }).end(),
  'a status without meaning': (_, response) => response.writeHead(599).end('x'),
}

/** Variables by which every service, and every kind of server of one's own, is at one address. */
function everythingAt(url: string) {
  const keyed = Object.values(services).flatMap((service) => [
    [service.key, 'a-key'],
    [service.url, url],
  ])
  return {
    ...Object.fromEntries(keyed),
    DATA_DIR: dir,
    OPENROUTER_API_KEY: 'a-key',
    OPENROUTER_BASE_URL: url,
    OPENAI_COMPATIBLE: `lab=${url}`,
    OLLAMA_URL: url,
    COMFYUI_URL: url,
    A1111_URL: url,
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_key',
    STRIPE_BASE_URL: url,
    YOOKASSA_SHOP_ID: '1',
    YOOKASSA_SECRET_KEY: 'test_key',
    YOOKASSA_BASE_URL: url,
    PUBLIC_URL: 'https://quartet.example',
    OIDC: 'desk',
    OIDC_DESK_ISSUER: url,
    OIDC_DESK_CLIENT_ID: 'quartet',
    OIDC_DESK_CLIENT_SECRET: 'secret',
  }
}

test.each(Object.entries(odd))('every probe names what it found where a server answers with %s', async (_, answer) => {
  const url = `http://127.0.0.1:${await listen(createServer(answer))}`
  const variables = everythingAt(url)
  const env = readEnv(variables)
  const findings = await examine({ env, variables: {}, modelsFile: noModelsFile })
  const of = (name: string) => findings.filter(({ what }) => what === name)
  for (const name of ['ComfyUI', 'WebUI', 'lab', 'Ollama', 'OpenRouter', 'Stripe', 'YooKassa', 'OpenID Connect: desk'])
    expect(of(name).map((finding) => whyInEnglish(finding))).toEqual(expect.arrayContaining([expect.stringMatching(/\w/)]))
  expect(of('OpenID Connect: desk')).toMatchObject([{ state: 'wrong' }])
  for (const id of [...Object.keys(services).filter(isServiceId), 'openrouter', 'comfyui', 'a1111', 'ollama', 'lab'])
    expect(await testConnection({ env, id, key: 'a-key', url })).toMatch(/^(?:works|untested|failed|unreachable|late)$/)
})

test('a page in HTML is no working server, and a node that is not described hides its workflow', async () => {
  const reportOf = async (answer: RequestListener) => {
    const variables = everythingAt(`http://127.0.0.1:${await listen(createServer(answer))}`)
    const findings = await examine({ env: readEnv(variables), variables: {}, modelsFile: noModelsFile })
    return findings.map((finding) => `${finding.state} ${typeof finding.what === 'string' ? finding.what : ''}: ${whyInEnglish(finding)}`)
  }
  const page = await reportOf(odd['a page in HTML'] ?? endless)
  for (const name of ['OpenAI', 'OpenRouter', 'lab', 'ComfyUI', 'WebUI', 'Stripe'])
    expect(page).toContain(`wrong ${name}: it answers, but not as expected: check its address`)
  expect(page).toContain('off Ollama: it answers, but not as expected: check its address')
  expect(await reportOf(json({ CheckpointLoaderSimple: null }))).toContain(
    'wrong ComfyUI: text-to-image.json is hidden: the server’s description of its nodes can’t be read',
  )
})

test('an answer without an end is given up', async () => {
  const url = `http://127.0.0.1:${await listen(createServer(endless))}`
  const env = readEnv({ DATA_DIR: dir })
  for (const id of ['comfyui', 'lab']) expect(await testConnection({ env, id, key: null, url })).toBe('failed')
})

const withEndless = Object.entries({ ...odd, 'an answer without an end': endless })
test.each(withEndless)('servers of one’s own that answer with %s have no models, and nothing fails', async (_, answer) => {
  const url = `http://127.0.0.1:${await listen(createServer(answer))}`
  const env = readEnv({ DATA_DIR: dir, OPENAI_COMPATIBLE: `lab=${url}`, OLLAMA_URL: url, COMFYUI_URL: url, A1111_URL: url })
  const providers = openConnected({ env, openers, modelsFile: noModelsFile, scratchDir: dir })
  const listed = await Promise.all(providers.map((provider) => provider.models()))
  expect(listed.flat().every(({ id }) => /^(?:lab|ollama)\//.test(id))).toBe(true)
  await Promise.all(providers.map((provider) => provider.close?.()))
})

test('a mail server that hangs up without a greeting is reported', async () => {
  const port = await listen(createSocketServer((socket) => socket.end()))
  const env = readEnv({ DATA_DIR: dir, SMTP_URL: `smtp://127.0.0.1:${port}` })
  expect(await checkMail(env)).toMatchObject({ state: 'wrong' })
})

test('where YooKassa is on, the report says that a lawyer has to check the texts, and nowhere else', async () => {
  const linesOf = async (variables: Record<string, string>) =>
    (await checkPayments(readEnv(variables))).map((finding) => whyInEnglish(finding))
  const lawyer = expect.stringContaining('have a lawyer check the offer')
  const url = `http://127.0.0.1:${await listen(createServer(json({})))}`
  expect(await linesOf({ YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'test_key', YOOKASSA_BASE_URL: url })).toContainEqual(lawyer)
  expect(await linesOf({})).not.toContainEqual(lawyer)
})
