import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { writeScreen } from '#app/server/doctor/english.ts'
import { examine as examineInstallation } from '#app/server/doctor/examine.ts'
import { readEnv } from '#app/server/env.ts'
import { openModelsFile } from '#app/server/providers/models-file/open-models-file.ts'
import { EnvError } from '#app/server/variables/env-error.ts'
import { openSmtpServer } from '#tests/fakes/smtp-server.ts'

const script = fileURLToPath(new URL('../../scripts/doctor.ts', import.meta.url))

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doctor-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** A service that responds to every path in the same way, or to one path only. */
async function openService(status: number, body: unknown, { only }: { only?: string } = {}): Promise<string> {
  const server = createServer(({ url }, response) => {
    const known = only === undefined || url === only
    response.writeHead(known ? status : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(known ? body : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return `http://127.0.0.1:${address.port}`
}

/** Runs the command, which takes a second to start. */
async function run(env: Record<string, string>): Promise<{ code: number | null; screen: string }> {
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: join(dir, 'data'),
      OLLAMA_URL: 'off',
      ENV_FILE: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let screen = ''
  child.stdout.on('data', (data: Buffer) => (screen += data.toString()))
  child.stderr.on('data', (data: Buffer) => (screen += data.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, screen }
}

/** Examines what a process with these variables would, without starting one. */
async function examine(given: Record<string, string>): Promise<{ code: number; screen: string }> {
  const variables = { DATA_DIR: join(dir, 'data'), OLLAMA_URL: 'off', ...given }
  const env = readEnv(variables)
  const findings = await examineInstallation({ env, variables, modelsFile: await openModelsFile(env) })
  return { code: findings.some(({ state }) => state === 'wrong') ? 1 : 0, screen: writeScreen(findings) }
}

test('an installation with nothing set up is healthy, and features that are off say how to turn them on', async () => {
  const { code, screen } = await examine({})
  expect(screen).toMatch(/^on\s+database\s+embedded/m)
  expect(screen).toMatch(/^on\s+storage\s+DATA_DIR\/files/m)
  expect(screen).toMatch(/^off\s+mail\s+.*set SMTP_URL/m)
  expect(screen).toMatch(/^off\s+OpenAI\s+set OPENAI_API_KEY/m)
  expect(screen).toMatch(/^off\s+Ollama\s+OLLAMA_URL is off/m)
  expect(screen).toMatch(/^off\s+ComfyUI\s+set COMFYUI_URL/m)
  expect(screen).toMatch(/^off\s+local models\s+npm run models/m)
  expect(code).toBe(0)
})

test('the report says from where each variable comes, and which the environment replaces', async () => {
  const file = join(dir, 'variables')
  await writeFile(file, 'WORKER_CONCURRENCY=3\r\nOLLAMA_URL="http://127.0.0.1:1"\r\nSECRET=\r\n')
  const { code, screen } = await run({ ENV_FILE: file, HTTPS_PROXY: 'http://ann:s3cret@127.0.0.1:1', NO_PROXY: 'corp.example' })
  expect(screen).toMatch(/^on\s+proxy\s+services are reached through http:\/\/\*\*\*@127\.0\.0\.1:1; .*\(corp\.example\)$/m)
  expect(screen).not.toContain('s3cret')
  expect(screen).toMatch(/^From the environment: ENV_FILE, DATA_DIR, OLLAMA_URL$/m)
  expect(screen).toContain(`From ${file}: WORKER_CONCURRENCY\n`)
  expect(screen).toMatch(/^In the file, but replaced by the environment: OLLAMA_URL$/m)
  expect(code).toBe(0)
})

test('the report distinguishes working keys, rejected keys, silent servers and free models of this network, and prints no secret', async () => {
  const smtp = await openSmtpServer()
  onTestFinished(() => smtp.close())
  const models = { data: [{ id: 'gpt-5.2' }, { id: 'gpt-6.1-sol' }] }
  const { code, screen } = await examine({
    SMTP_URL: smtp.url.replace('//', '//ann:s3cret@'),
    OPENAI_API_KEY: 'sk-s3cret',
    OPENAI_BASE_URL: await openService(200, models),
    MISTRAL_API_KEY: 's3cret',
    MISTRAL_BASE_URL: await openService(401, { message: 'Incorrect API key: s3cret' }),
    XAI_API_KEY: 's3cret',
    XAI_BASE_URL: await openService(503, 'upstream s3cret'),
    RUNWAYML_API_SECRET: 's3cret',
    RUNWAYML_BASE_URL: await openService(200, { creditBalance: 10 }, { only: '/organization' }),
    REPLICATE_API_TOKEN: 's3cret',
    REPLICATE_BASE_URL: await openService(200, {}, { only: '/account' }),
    KLING_API_KEY: 's3cret',
    KLING_BASE_URL: await openService(401, { code: 1002, message: 'Authorization is invalid: s3cret' }),
    OPENAI_COMPATIBLE: `lab=${await openService(200, models)},s3cret;desk=http://127.0.0.1:1`,
    OLLAMA_URL: await openService(200, { models: [{ name: 'llama3.2:3b' }] }),
    // A ComfyUI that knows no node.
    COMFYUI_URL: await openService(200, {}),
    A1111_URL: await openService(200, [], { only: '/docs' }),
  })
  expect(screen).toMatch(/^on\s+mail\s/m)
  expect(screen).toMatch(/^on\s+OpenAI\s+.*the key works; it doesn’t list openai\/gpt-6.2-sol, /m)
  expect(screen).toMatch(/^WRONG\s+Mistral\s+it refuses the key in MISTRAL_API_KEY/m)
  expect(screen).toMatch(/^WRONG\s+xAI\s+it answered with status 503/m)
  expect(screen).toMatch(/^on\s+Runway\s+9 models; the key works$/m)
  expect(screen).toMatch(/^on\s+Replicate\s+.*; it doesn’t list replicate\/black-forest-labs-flux-schnell, .*: hide them in MODELS_FILE$/m)
  expect(screen).toMatch(/^WRONG\s+Kling\s+it refuses the key in KLING_API_KEY/m)
  expect(screen).toMatch(/^on\s+lab\s+2 models, free of charge because/m)
  expect(screen).toMatch(/^WRONG\s+desk\s+it can’t be reached/m)
  expect(screen).toMatch(/^on\s+Ollama\s+1 model, free of charge because/m)
  expect(screen).toMatch(/^on\s+ComfyUI\s+0 models from 2 workflows$/m)
  expect(screen).toMatch(/^off\s+ComfyUI\s+text-to-image.json is hidden; the server lacks nodes: CheckpointLoaderSimple, /m)
  expect(screen).toMatch(/^WRONG\s+WebUI\s+its API is off: start it with --api$/m)
  expect(screen).not.toMatch(/s3cret|127\.0\.0\.1/)
  expect(code).toBe(1)
})

test('a wrong variable or models file is named with its line, and a model that nobody has is pointed out', async () => {
  expect(await run({ OLLAMA_URL: 'no' })).toMatchObject({ code: 1, screen: expect.stringMatching(/^OLLAMA_URL must be/) })
  const path = join(dir, 'models.yaml')
  await writeFile(path, 'models:\n  openai/gpt-5.2:\n    price: free\n')
  const refused = await examine({ MODELS_FILE: path }).catch((error: unknown) => error)
  // The command prints the message of such an error, as it does for a wrong variable.
  expect(refused).toBeInstanceOf(EnvError)
  expect(refused).toMatchObject({ message: expect.stringMatching(/^models\.yaml:3: models → openai\/gpt-5\.2 → price must be/) })
  await writeFile(path, 'models:\n  openai/gpt-55: { hidden: true }\n  sketch-video: { price_factor: 2 }\n')
  expect(await examine({ MODELS_FILE: path })).toMatchObject({
    code: 1,
    screen: expect.stringMatching(/^WRONG\s+models file\s+speaks of 2 models; no one has openai\/gpt-55 \(openai\/gpt-\S+\?\)$/m),
  })
})

test('prices are reported as set, or the models without prices are named', async () => {
  const env = { ANTHROPIC_API_KEY: 's3cret', ANTHROPIC_BASE_URL: await openService(200, { data: [] }) }
  expect((await examine(env)).screen).toMatch(/^on\s+prices\s+set for all \d+ models/m)
  const path = join(dir, 'unpriced.yaml')
  await writeFile(path, 'models:\n  anthropic/new:\n    provider: anthropic\n    model: claude-new\n    type: text\n    name: New\n')
  expect((await examine({ ...env, MODELS_FILE: path })).screen).toMatch(/^WRONG\s+prices\s+no price is set for anthropic\/new/m)
})

test('a server is found with and without /v1 in its address, like its models', async () => {
  const url = await openService(200, { data: [{ id: 'tiny' }] }, { only: '/v1/models' })
  const { screen } = await examine({ OPENAI_COMPATIBLE: `llama=${url};desk=${url}/v1`, OPENAI_COMPATIBLE_PRICE: '0' })
  expect(screen).toMatch(/^on\s+llama\s+1 model$/m)
  expect(screen).toMatch(/^on\s+desk\s+1 model$/m)
})

test('the key of OpenRouter is checked by a call of its own, because its list needs none', async () => {
  const list = { data: [{ id: 'ann/small' }, { id: 'ann/large' }] }
  const good = await examine({ OPENROUTER_API_KEY: 's3cret', OPENROUTER_BASE_URL: await openService(200, list) })
  expect(good.screen).toMatch(/^on\s+OpenRouter\s+2 models; the key works$/m)
  const bad = await examine({ OPENROUTER_API_KEY: 's3cret', OPENROUTER_BASE_URL: await openService(401, {}) })
  expect(bad.screen).toMatch(/^WRONG\s+OpenRouter\s+it refuses the key in OPENROUTER_API_KEY$/m)
  expect((await examine({})).screen).toMatch(/^off\s+OpenRouter\s+set OPENROUTER_API_KEY/m)
})

test('models that end soon are listed with their end', async () => {
  const { screen } = await examine({ OPENAI_API_KEY: 's3cret', OPENAI_BASE_URL: await openService(200, { data: [] }) })
  for (const line of screen.match(/^.*ending model.*$/gm) ?? [])
    expect(line).toMatch(/openai\/\S+ ends on 20\d\d-\d\d-\d\d \(in \d+ days?\): it/)
})

test('the tools for agents are reported with their address, or as off', async () => {
  expect((await examine({ PUBLIC_URL: 'https://quartet.example' })).screen).toMatch(
    /^on\s+tools for agents\s+https:\/\/quartet\.example\/mcp/m,
  )
  expect((await examine({ MCP: 'off' })).screen).toMatch(/^off\s+tools for agents\s+switched off by MCP/m)
})
