/**
 * Measures what the pages pay while a model of this machine works: `npm run bench:local-model`. Installs the real runtime from
 * NPM_CONFIG_REGISTRY into a temporary folder, with a small model of the tests, and alternates between idle and working, so that other
 * work on the machine affects both. Needs the build. Options: `--rounds=4`, `--samples=150`, `--image` for a model that draws.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installRuntime } from '#app/server/providers/local/runtime.ts'
import { readEnv } from '#app/server/env.ts'
import { config } from '#config'
import { makeTinyModel } from '#tests/fakes/llama/tiny-model.ts'
import { writeTinyDiffusion } from '#tests/fakes/tiny-diffusion.ts'
import { signUp } from '#tests/fixtures/api-client.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { duration, quantile } from './numbers.ts'

const number = (name: string, otherwise: number) => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : otherwise
}
const rounds = number('rounds', 4)
const samples = number('samples', 150)
const paths = ['/en/dashboard', '/api/v1/health'] as const

await using stack = new AsyncDisposableStack()
const dataDir = await mkdtemp(join(tmpdir(), 'quartet-local-'))
stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
const draws = process.argv.includes('--image')
const signal = new AbortController().signal
await installRuntime(dataDir, draws ? 'picture' : 'text', { env: readEnv(process.env), signal, onBytes: () => {} })
await mkdir(join(dataDir, 'models'))
if (draws) await writeTinyDiffusion(join(dataDir, 'models', 'lcm-dreamshaper-v7'), { channels: 600 })
else await writeFile(join(dataDir, 'models', 'tiny.gguf'), makeTinyModel())
const server = stack.use(await startServer({ built: true, optimizes: true, dataDir, env: { OLLAMA_URL: 'off', LOG_LEVEL: 'warn' } }))
const ann = await signUp(server.url)
const cookie = `${config.auth.token.cookieName}=${ann.tokens.token}`
const question: Parameters<typeof ann.submit>[0] = draws
  ? { model: 'local/lcm-dreamshaper-v7', prompt: 'A photo of a cat', options: { steps: 8 } }
  : { model: 'local/tiny', prompt: 'Tell a long story about a lake.', options: { max_output_tokens: 2_048 } }
const first = await ann.until((await ann.submit(question)).id, ['succeeded'])
console.log(draws ? `the model has drawn ${first.files.length} image` : `the model has answered with ${first.text?.length} characters`)

let answering = false
let answers = 0
let characters = 0
async function answerOn(): Promise<void> {
  while (answering) {
    const { id } = await ann.submit(question)
    const run = await ann.until(id, ['succeeded'], { everyMs: 200 })
    answers += 1
    characters += run.text?.length ?? 0
  }
}

const times = { idle: new Map<string, number[]>(), answering: new Map<string, number[]>() }
async function visit(kind: keyof typeof times): Promise<void> {
  for (let count = 0; count < samples; count += 1)
    for (const path of paths) {
      const started = performance.now()
      const response = await fetch(`${server.url}${path}`, { headers: { cookie } })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      const known = times[kind].get(path) ?? []
      times[kind].set(path, [...known, performance.now() - started])
      await sleep(10)
    }
}

// The first pages are slower.
await visit('idle')
times.idle.clear()
for (let round = 0; round < rounds; round += 1) {
  await visit('idle')
  answering = true
  const work = answerOn()
  await visit('answering')
  answering = false
  await work
}
console.log(draws ? `${answers} images meanwhile` : `${answers} answers with ${characters} characters meanwhile`)
console.log('| Request | Idle, p50 | p99 | Working, p50 | p99 | Ratio of p99 |\n|---|---|---|---|---|---|')
for (const path of paths) {
  const cells = (['idle', 'answering'] as const).flatMap((kind) => [0.5, 0.99].map((share) => quantile(times[kind].get(path) ?? [], share)))
  const [, idle = 0, , busy = 0] = cells
  console.log(`| ${[path, ...cells.map((ms) => duration(ms)), (busy / idle).toFixed(2)].join(' | ')} |`)
}
