import { afterEach, expect, test } from 'vitest'
import { createApiKey } from '#app/server/core/identity/api-keys/create-api-key.ts'
import { openCompatible } from '#app/server/providers/compatible/open-compatible.ts'
import { openOllama } from '#app/server/providers/compatible/open-ollama.ts'
import { openConnected } from '#app/server/providers/connected/open-connected.ts'
import { createUser } from '#tests/factories/users.ts'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { serveOnLoopback } from '#tests/fixtures/serve-on-loopback.ts'
import { createApi } from '../../api.ts'
import { createOpenai } from '../../openai.ts'

const minute = 60_000
const closing: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one[Symbol.asyncDispose]()
})
const kept = <One extends AsyncDisposable>(one: One): One => (closing.push(one), one)

/** Opens the API with one server of models, which can be switched off, and a clock that the test sets. */
async function open(variable: 'OPENAI_COMPATIBLE' | 'OLLAMA_URL') {
  const state = { at: 0, isOn: true }
  const home = kept(
    await startMediaServer(({ path }) => {
      if (!state.isOn) return 'reset'
      if (path === '/v1/models') return { json: { data: [{ id: 'llama' }] } }
      if (path === '/api/tags') return { json: { models: [{ name: 'llama', digest: 'l' }] } }
      return path === '/api/show' ? { json: { capabilities: ['completion'] } } : undefined
    }),
  )
  const now = () => state.at
  const runtime = kept(
    await openTestRuntime({
      provider: scriptedProvider(),
      env: { OLLAMA_URL: 'off', [variable]: variable === 'OLLAMA_URL' ? home.url : `desk=${home.url}` },
      connect: (env, keysOf, models) =>
        openConnected({
          env,
          openers: { compatible: (given) => openCompatible({ ...given, now }), ollama: (given) => openOllama({ ...given, now }) },
          ...models,
          scratchDir: '.',
          keysOf,
        }),
    }),
  )
  const user = await createUser(runtime, { tokens: 100 })
  const input = { name: 'A program', scopes: ['read' as const, 'generate' as const] }
  const { created } = await createApiKey(runtime.db, runtime.mailer, { userId: user.id, siteUrl: 'http://localhost', input })
  const served = async (api: { fetch(request: Request, on: { clientAddress: string }): Response | Promise<Response> }) =>
    kept(await serveOnLoopback((request) => api.fetch(request, { clientAddress: '127.0.0.1' })))
  const [own, openai] = await Promise.all([served(createApi(runtime)), served(createOpenai(runtime))])
  const headers = { authorization: `Bearer ${created.key}`, 'content-type': 'application/json' }
  const send = (url: string, body?: object) => fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  const model = variable === 'OLLAMA_URL' ? 'ollama/llama' : 'desk/llama'
  return {
    state,
    model,
    run: () => send(`${own.url}/api/v1/generations`, { model, prompt: 'hello' }),
    chat: () => send(`${openai.url}/openai/v1/chat/completions`, { model, messages: [{ role: 'user', content: 'hello' }] }),
    models: async () => (await send(`${own.url}/api/v1/models`)).json(),
  }
}

test.each(['OPENAI_COMPATIBLE', 'OLLAMA_URL'] as const)(
  'after five minutes of outage a model of %s answers 503 with Retry-After, not 404, and is back with its server',
  async (variable) => {
    const { state, model, run, chat, models } = await open(variable)
    await expect.poll(models).toMatchObject(expect.arrayContaining([expect.objectContaining({ id: model, available: true })]))
    state.isOn = false
    state.at = 4 * minute
    await models()
    expect((await run()).status).toBe(202)
    state.at = 6 * minute
    await expect.poll(models).toMatchObject(expect.arrayContaining([expect.objectContaining({ id: model, available: false })]))
    for (const answer of [await run(), await chat()]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
      expect(await answer.text()).toMatch(/isn’t responding/)
    }
    state.isOn = true
    state.at = 7 * minute
    await expect.poll(models).toMatchObject(expect.arrayContaining([expect.objectContaining({ id: model, available: true })]))
    expect((await run()).status).toBe(202)
  },
)
