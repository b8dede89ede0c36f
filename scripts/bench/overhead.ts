/**
 * Measures what a streamed call of OpenAI's protocol takes through this server and directly, alternately in one run, with a model server on
 * this machine that answers at once: `node scripts/bench/overhead.ts [--calls 60]`. Other load slows both down, so the ratio counts.
 */
import { parseArgs } from 'node:util'
import OpenAI from 'openai'
import * as v from 'valibot'
import { newApiKeySchema } from '#app/contract/account/api-keys.ts'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { signUp } from '#tests/fixtures/api-client.ts'
import { confirmEmail } from '#tests/fixtures/confirm-email.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { duration, quantile } from './numbers.ts'

const { values } = parseArgs({ options: { calls: { type: 'string', default: '60' } } })
const calls = Number(values.calls)
const warming = 15
/** An answer of one piece, and one of a few sentences. */
const lengths = [1, 100, 1_000]

const answer = { length: 1 }
await using models = await openOpenaiServer({
  pauseMs: 0,
  pieces: () => Array.from({ length: answer.length }, (_, index) => `word ${index} `),
})
await using server = await startServer({
  optimizes: true,
  env: {
    OPENAI_COMPATIBLE: `desk=${models.url}`,
    OPENAI_COMPATIBLE_PRICE: '0.001/0.001',
    OLLAMA_URL: 'off',
    LOG_LEVEL: 'error',
    SESSION_LIMITS: 'off',
  },
})
const person = await signUp(server.url)
await confirmEmail(server, person)
const created = await fetch(`${server.url}/api/v1/me/api-keys`, {
  method: 'POST',
  headers: { authorization: `Bearer ${person.tokens.token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'bench', scopes: ['read', 'generate'], password: person.password }),
})
const { key } = v.parse(newApiKeySchema, await created.json())

const direct = new OpenAI({ baseURL: `${models.url}/v1`, apiKey: 'a-key', maxRetries: 0 })
const through = new OpenAI({ baseURL: `${server.url}/openai/v1`, apiKey: key, maxRetries: 0 })

type Times = { first: number; end: number }
async function call(client: OpenAI, model: string): Promise<Times> {
  const at = performance.now()
  let first = Number.NaN
  const messages = [{ role: 'user' as const, content: 'Hello' }]
  for await (const { choices } of await client.chat.completions.create({ model, messages, stream: true }))
    if (Number.isNaN(first) && choices[0]?.delta.content) first = performance.now() - at
  return { first, end: performance.now() - at }
}

for (const length of lengths) {
  answer.length = length
  const all: Record<'direct' | 'through', Times[]> = { direct: [], through: [] }
  for (let index = 0; index < warming + calls; index += 1) {
    const [one, other] = [await call(direct, 'llama'), await call(through, 'desk/llama')]
    if (index < warming) continue
    all.direct.push(one)
    all.through.push(other)
  }
  for (const part of ['first', 'end'] as const) {
    const [plain, ours] = [all.direct, all.through].map((times) =>
      quantile(
        times.map((one) => one[part]),
        0.5,
      ),
    )
    const ratio = ((ours ?? Number.NaN) / (plain ?? Number.NaN)).toFixed(1)
    console.log(
      `${length} pieces, ${part === 'first' ? 'first piece' : 'whole answer'}: direct ${duration(plain ?? 0)}, through the server ${duration(ours ?? 0)}, ratio ${ratio}`,
    )
  }
}
