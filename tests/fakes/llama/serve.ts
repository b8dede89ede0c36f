/**
 * A process with the interface of llama.cpp's server, based on llama.cpp itself. It prints its URL, and ends with the process that started
 * it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { pretendToBeAPage } from './browser-worker.ts'
import { makeTinyModel } from './tiny-model.ts'

process.on('disconnect', () => process.exit())
pretendToBeAPage()
const { CacheManager, Wllama } = await import('@wllama/wllama/esm/index.js')
/** A cache for downloaded models; this model comes from memory. */
const cacheManager = new CacheManager([
  {
    isSupported: () => true,
    read: async () => null,
    write: async () => undefined,
    getSize: async () => -1,
    list: async () => [],
    delete: async () => undefined,
  },
])
const module = fileURLToPath(import.meta.resolve('@wllama/wllama/esm/wasm/wllama.wasm'))
const llama = new Wllama({ default: pathToFileURL(module).href }, { suppressNativeLog: true, cacheManager })
await llama.loadModel([new File([makeTinyModel()], 'tiny.gguf')], { n_ctx: 4_096, n_threads: 1, n_gpu_layers: 0 })

/**
 * Names of the listed models. The first one only exists in the list: to reach the model, the second must be chosen. Both report a smaller
 * context than they have, so that answers end soon.
 */
const listed = ['missing.gguf', 'tiny.gguf']
const said: string[] = []

const bodySchema = v.object({
  model: v.literal('tiny.gguf'),
  messages: v.array(v.object({ role: v.picklist(['system', 'user', 'assistant']), content: v.string() })),
  max_tokens: v.optional(v.number(), 128),
  temperature: v.optional(v.number(), 1),
  stream: v.literal(true),
  stream_options: v.optional(v.object({ include_usage: v.optional(v.boolean(), false) })),
})
/** llama.cpp adds this to its last piece. */
const timingsSchema = v.object({ timings: v.object({ prompt_n: v.number(), predicted_n: v.number() }) })

async function chat(response: ServerResponse, body: v.InferOutput<typeof bodySchema>): Promise<void> {
  const { messages, max_tokens, temperature, stream_options } = body
  const hungUp = new AbortController()
  response.on('close', () => hungUp.abort())
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (event: unknown) => void response.write(`data: ${JSON.stringify(event)}\n\n`)
  let answer = ''
  let usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
  await llama.createChatCompletion({
    messages,
    max_tokens,
    temperature,
    stream: true,
    abortSignal: hungUp.signal,
    onData(chunk) {
      answer += chunk.choices[0]?.delta.content ?? ''
      send(chunk)
      const last = v.safeParse(timingsSchema, chunk)
      if (!last.success) return
      const { prompt_n: read, predicted_n: written } = last.output.timings
      usage = { prompt_tokens: read, completion_tokens: written, total_tokens: read + written }
    },
  })
  said.push(answer)
  if (stream_options?.include_usage) send({ object: 'chat.completion.chunk', choices: [], usage })
  response.end('data: [DONE]\n\n')
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const json = (status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  try {
    if (request.url === '/v1/models')
      return json(200, {
        object: 'list',
        data: listed.map((id) => ({ id, object: 'model', created: 1, owned_by: 'llamacpp', max_model_len: 1_024 })),
      })
    // The generated texts, which the test compares with the received ones.
    if (request.url === '/said') return json(200, said)
    if (request.url !== '/v1/chat/completions')
      return json(404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } })
    const body = v.safeParse(bodySchema, JSON.parse(await text(request)))
    if (!body.success) return json(400, { error: { code: 400, message: 'Invalid body', type: 'invalid_request_error' } })
    await chat(response, body.output)
  } catch {
    response.destroy()
  }
}

const server = createServer((request, response) => void serve(request, response))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.send?.({ url: `http://127.0.0.1:${address.port}` })
})
