import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSample } from '#app/ui/text/call-samples.ts'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { voiceServices } from '#tests/fakes/providers/voice-services.ts'
import { confirmEmail } from '#tests/fixtures/confirm-email.ts'
import { makeSound } from '#tests/fixtures/make-media.ts'
import { installPackedClient } from '#tests/fixtures/packed-client.ts'
import { freePort, type ServerProcess, startServer } from '#tests/fixtures/server.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const [email, password] = ['ann@example.com', 'tangerine kettle harbour']

/** The samples of the guides in their order: the sign-up is made before the others, which need its key. */
const samples = ['docs/api.md', 'packages/client/README.md'].flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```(bash|js)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
    name: `${file}: ${code.split('\n').find((line) => /fetch|curl|create|openClient|callTool|quartet /.test(line)) ?? ''}`,
  })),
)
const signsUp = ({ code }: { code: string }) => code.includes('sign-up')

let services: Awaited<ReturnType<typeof startMediaServer>>
let server: ServerProcess
let folder: string
/** The folder of the command `quartet`. */
let bin = ''
let key = ''
/** The port of the sample that gets a webhook. */
let hookPort = 0

beforeAll(async () => {
  hookPort = await freePort()
  const voices = voiceServices()
  services = await startMediaServer((call) => voices.answer(call))
  folder = await mkdtemp(join(tmpdir(), 'quartet-samples-'))
  bin = await installPackedClient(folder)
  await writeFile(join(folder, 'me.wav'), makeSound(31))
  server = await startServer({
    built: true,
    env: {
      ROLES: 'api,worker',
      WEBHOOK_ORIGINS: `http://127.0.0.1:${hookPort}`,
      ELEVENLABS_API_KEY: 'a-key',
      ELEVENLABS_BASE_URL: `${services.url}/elevenlabs`,
      SIGN_UP_CHALLENGE: 'on',
    },
  })
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await services?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a sample as its reader does, against the server of this test; fails unless it succeeds. */
async function runSample({ language, code }: { language: string; code: string }): Promise<string> {
  const text = code.replaceAll('https://quartet.example', server.url)
  const hook = `http://127.0.0.1:${hookPort}`
  const env = {
    PATH: `${bin}:${process.env['PATH']}`,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    XDG_CONFIG_HOME: folder,
    KEY: key,
    HOOK_PORT: String(hookPort),
    HOOK_URL: `${hook}/`,
  }
  const file = join(folder, language === 'js' ? 'sample.mjs' : 'sample.sh')
  // A refusal is no failure of curl by itself.
  await writeFile(file, language === 'js' ? text : text.replaceAll(/^curl /gm, 'curl --silent --show-error --fail-with-body '))
  const { stdout } = await run(language === 'js' ? process.execPath : 'bash', [file], { cwd: folder, env })
  return stdout
}

async function call<S extends v.GenericSchema>(schema: S, path: string, body: object, token?: string): Promise<v.InferOutput<S>> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return v.parse(schema, await response.json())
}

test('every sample of the guide runs', async () => {
  const signUps = samples.filter(signsUp)
  expect(signUps).toHaveLength(1)
  for (const sample of signUps) expect(await runSample(sample)).toBe('201\n')
  await confirmEmail(server, { email, password })
  const { token } = await call(v.object({ token: v.string() }), '/auth/sign-in', { email, password })
  const created = v.object({ key: v.string() })
  key = (await call(created, '/me/api-keys', { name: 'Samples', scopes: ['read', 'generate'], password }, token)).key

  const others = samples.filter((sample) => !signsUp(sample))
  expect(others.length).toBeGreaterThan(3)
  for (const sample of others) expect([sample.name, (await runSample(sample)).trim()]).toEqual([sample.name, expect.stringMatching(/\S/)])

  // The lines that the pages offer to copy.
  const first = { method: 'POST', url: `${server.url}/api/v1/generations`, key, body: { model: 'sketch-image', prompt: 'it’s a lake' } }
  expect(await runSample({ language: 'bash', code: writeSample('curl', first) })).toMatch(/"status":"(?:queued|running)"/)
  expect(await runSample({ language: 'js', code: writeSample('javascript', first) })).toMatch(/^202 /)
})
