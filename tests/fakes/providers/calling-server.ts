import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'

/** A step of the model: it says something, or calls tools. */
export type Act = string | readonly (readonly [name: string, input: object])[]

const contentSchema = v.union([v.string(), v.array(v.object({ type: v.string(), text: v.optional(v.string()) }))])
const bodySchema = v.object({
  stream: v.optional(v.boolean(), false),
  messages: v.array(v.looseObject({ role: v.string(), content: v.nullish(contentSchema) })),
  tools: v.optional(v.array(v.object({ function: v.object({ name: v.string() }) })), []),
})
type Body = v.InferOutput<typeof bodySchema>

export type CallingServerOptions = {
  /** Chooses what the model does. `said`: the last message of the person; `step`: its answers since then; `results`: of the tools in the last one. */
  script(heard: { said: string; step: number; results: string[]; tools: string[] }): Act
}

const textOf = (content: Body['messages'][number]['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')

/** Starts an Ollama server on loopback whose one model, `caller`, can use tools and plays a script. */
export async function openCallingServer({ script }: CallingServerOptions) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await text(request)
    const json = (body: unknown) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/api/tags') return json({ models: [{ name: 'caller' }] })
    if (request.url === '/api/show')
      return json({
        capabilities: ['completion', 'tools'],
        model_info: { 'general.architecture': 'llama', 'llama.context_length': 32_768 },
      })
    if (request.url === '/v1/chat/completions') return chat(response, v.parse(bodySchema, JSON.parse(raw)))
    response.writeHead(404).end()
  }

  function chat(response: ServerResponse, { messages, tools }: Body): void {
    const since = messages.findLastIndex(({ role }) => role === 'user')
    const later = messages.slice(since + 1)
    const step = later.filter(({ role }) => role === 'assistant').length
    const results = later.slice(later.findLastIndex(({ role }) => role === 'assistant') + 1).map(({ content }) => textOf(content))
    const act = script({ said: textOf(messages[since]?.content), step, results, tools: tools.map(({ function: { name } }) => name) })
    const send = (delta: object, finish_reason: string | null = null, rest: object = {}) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'caller', choices: [{ index: 0, delta, finish_reason }], ...rest })}\n\n`,
      )
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    send({ role: 'assistant', content: '' })
    if (typeof act === 'string') send({ content: act })
    else
      for (const [index, [name, input]] of act.entries())
        send({
          tool_calls: [{ index, id: `call_${step}_${index}`, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
        })
    send({}, typeof act === 'string' ? 'stop' : 'tool_calls', { usage: { prompt_tokens: 400, completion_tokens: 40, total_tokens: 440 } })
    response.end('data: [DONE]\n\n')
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
