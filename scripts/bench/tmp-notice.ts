import { runtimeFolder } from '#app/server/providers/local/runtime.ts'
import { writeLlamaRuntime } from '#tests/fakes/llama-runtime.ts'
import { startMirror } from '#tests/fakes/model-mirror.ts'
import { signUp } from '#tests/fixtures/api-client.ts'
import { startServer } from '#tests/fixtures/server.ts'
await using mirror = await startMirror(new Uint8Array(2_000_000))
mirror.faults.push({ cutAfter: 1_000_000 })
await using server = await startServer({
  built: true,
  env: { OLLAMA_URL: 'off', MODELS_MIRROR: mirror.url, LOCAL_MODELS_MEMORY_MB: '2000' },
})
await writeLlamaRuntime(runtimeFolder(server.dataDir))
const ann = await signUp(server.url)
const headers = { authorization: `Bearer ${ann.tokens.token}` }
await fetch(`${server.url}/api/v1/operator/local-models/qwen2.5-0.5b`, { method: 'PUT', headers })
for (let n = 0; n < 25; n += 1) {
  await new Promise((r) => setTimeout(r, 1500))
  const a = await (await fetch(`${server.url}/api/v1/operator/local-models`, { headers })).json()
  console.log(n * 1.5, JSON.stringify(a.items.find((one: { install: unknown }) => one.install)?.install), mirror.ranges)
}
