import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'

/** Faults by model name; every other model responds. */
export const faults = [
  'forbidden',
  'gone',
  'bad-input',
  'too-long',
  'refuses',
  'filters',
  'busy',
  'busy-until',
  'no-quota',
  'broken',
  'overloaded',
  'html-502',
  'html-200',
  'json-200',
  'reset-before',
  'reset-within',
  'silent',
  'stalls',
  'truncated',
  'error-within',
  'garbage-within',
  'slow-drip',
  'thinks-on',
  'endless',
  'endless-line',
  'empty',
  'thinks-only',
  'no-usage',
  'mad-usage',
  'elsewhere',
] as const

/** Strings that no response, log or row of ours may contain. */
export const secretWords = {
  key: 'sk-proj-SECRETKEY1234567890',
  upstream: 'UPSTREAM-WORDS',
}

export type SeenRequest = {
  method: string
  path: string
  authorization: string | undefined
  body: unknown
  /** Whether we disconnected before the end of the response. */
  brokenOff: boolean
}

export type OpenaiServerOptions = {
  /** The listed models, in the server's own format. */
  models?: readonly unknown[]
  /** Returns the pieces of an answer; by default the words of the last user message. */
  pieces?(model: string, said: string): readonly string[]
  /** The path of the API below its host. */
  path?: string
  /** Milliseconds between pieces. */
  pauseMs?: number
  /** Whether to send the usage with every piece of a chat, as some servers do. */
  countsOnTheWay?: boolean
  /** The first piece of an answer waits for this promise. */
  beforeFirst?(said: string): Promise<void> | void
}

const contentSchema = v.union([v.string(), v.array(v.object({ type: v.string(), text: v.optional(v.string()) }))])
const messagesSchema = v.array(v.object({ role: v.string(), content: contentSchema }))
const bodySchema = v.object({
  model: v.string(),
  stream: v.optional(v.boolean(), false),
  messages: v.optional(messagesSchema, []),
  /** The input of `/responses`. */
  input: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((input) => (v.is(messagesSchema, input) ? input : [])),
    ),
  ),
  tools: v.optional(v.array(v.object({ type: v.string() })), []),
  reasoning: v.optional(v.object({ summary: v.string() })),
  stream_options: v.optional(v.object({ include_usage: v.optional(v.boolean(), false) })),
})
type Body = v.InferOutput<typeof bodySchema>

/**
 * Starts a server with the interface of OpenAI's and its copies: `/v1/models`, `/v1/chat/completions`, `/v1/responses`, and Ollama's
 * `/api/tags` and `/api/show`. Its error bodies are the real ones, with the key and secret words where the real ones contain such.
 */
export async function openOpenaiServer(options: OpenaiServerOptions = {}) {
  const seen: SeenRequest[] = []
  let models = options.models ?? [{ id: 'llama', object: 'model', created: 1, owned_by: 'local' }]
  let down = false
  const revoked = new Set<string>()
  const { path = '/v1', pauseMs = 0, pieces = (_model, said) => said.split(/(?<= )/) } = options

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const raw = await text(request)
    const body: unknown = raw === '' ? undefined : JSON.parse(raw)
    const { authorization } = request.headers
    const entry: SeenRequest = { method, path: url, authorization, body, brokenOff: false }
    seen.push(entry)
    response.on('close', () => {
      entry.brokenOff = !response.writableFinished
    })
    if (down) return void request.socket.destroy()
    if (authorization !== undefined && (authorization.includes('SECRETKEY') || revoked.has(authorization)))
      return fail(response, 401, {
        message: `Incorrect API key provided: ${authorization.slice('Bearer '.length)}. You can find your API key at https://platform.openai.com/account/api-keys. ${secretWords.upstream}`,
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      })
    if (url === `${path}/models`) return json(response, 200, { object: 'list', data: models })
    if (url === '/api/v0/models') return json(response, 200, { data: models })
    if (url === '/api/tags') return json(response, 200, { models })
    if (url === '/api/show') return show(response, body)
    const parsed = v.safeParse(bodySchema, body)
    if (!parsed.success) return fail(response, 400, { message: 'Invalid body', type: 'invalid_request_error', code: null })
    if (failBefore(request, response, parsed.output.model)) return
    if (url === `${path}/chat/completions`) return chat(response, parsed.output)
    if (url === `${path}/responses`) return responses(response, parsed.output)
    fail(response, 404, { message: `Invalid URL (${method} ${url}) ${secretWords.upstream}`, type: 'invalid_request_error', code: null })
  }

  function show(response: ServerResponse, body: unknown): void {
    const model = v.parse(v.object({ model: v.string() }), body).model
    if (model.startsWith('mystery')) return json(response, 500, { error: secretWords.upstream })
    const capabilities = model.startsWith('embedder')
      ? ['embedding']
      : model.startsWith('llava')
        ? ['completion', 'vision']
        : model.startsWith('thinker')
          ? ['completion', 'thinking']
          : ['completion']
    json(response, 200, { capabilities, model_info: { 'general.architecture': 'llama', 'llama.context_length': 4_096 } })
  }

  async function chat(response: ServerResponse, { model, messages, stream_options }: Body): Promise<void> {
    const send = (event: unknown) => response.write(`data: ${JSON.stringify(event)}\n\n`)
    const chunk = (delta: unknown, finish_reason: string | null = null, rest: object = {}) =>
      send({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta, finish_reason }], ...rest })
    let written = 0
    const usageSoFar = () => ({ usage: { prompt_tokens: 11, completion_tokens: (written += 20), total_tokens: 11 + written } })
    const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
    await stream(response, {
      model,
      said: saidIn(messages),
      begin: () => chunk({ role: 'assistant', content: '' }),
      think: () => chunk({ reasoning_content: 'hm ' }),
      piece: (content) => chunk({ content }, null, options.countsOnTheWay ? usageSoFar() : {}),
      fault: () => send({ error: { message: `CUDA out of memory ${secretWords.upstream}`, type: 'server_error', code: null } }),
      end(reason) {
        chunk({}, reason)
        if (model === 'mad-usage')
          send({ id: 'chatcmpl-1', choices: [], usage: { prompt_tokens: 0, completion_tokens: 9e12, total_tokens: 0 } })
        else if (stream_options?.include_usage && model !== 'no-usage')
          send({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices: [], usage })
        response.end('data: [DONE]\n\n')
      },
    })
  }

  async function responses(response: ServerResponse, { model, input = [], tools, reasoning }: Body): Promise<void> {
    let sequence_number = 0
    const send = (type: string, rest: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...rest })}\n\n`)
    const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
    const about = { id: 'resp_1', object: 'response', created_at: 1, model, output: [] }
    const usage = {
      input_tokens: 11,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 18,
    }
    let whole = ''
    await stream(response, {
      model,
      said: saidIn(input),
      begin() {
        send('response.created', { response: { ...about, status: 'in_progress' } })
        if (reasoning) summarize(send)
        if (tools.some(({ type }) => type === 'web_search')) searchWeb(send)
        send('response.output_item.added', { output_index: 0, item })
      },
      think: () => undefined,
      piece(delta) {
        whole += delta
        send('response.output_text.delta', { ...place, delta, logprobs: [] })
      },
      fault: () => send('error', { code: 'server_error', message: `The server had an error ${secretWords.upstream}`, param: null }),
      end(reason) {
        const annotations = tools.length > 0 ? foundPages.map(citation) : []
        for (const [annotation_index, annotation] of annotations.entries())
          send('response.output_text.annotation.added', { ...place, annotation_index, annotation })
        const content = [{ type: 'output_text', text: whole, annotations, logprobs: [] }]
        send('response.output_item.done', { output_index: 0, item: { ...item, status: 'completed', content } })
        if (reason === 'stop') send('response.completed', { response: { ...about, status: 'completed', usage } })
        else
          send('response.incomplete', {
            response: {
              ...about,
              status: 'incomplete',
              incomplete_details: { reason: reason === 'length' ? 'max_output_tokens' : reason },
              usage,
            },
          })
        response.end()
      },
    })
  }

  type Telling = {
    model: string
    said: string
    begin(): void
    think(): void
    piece(text: string): void
    fault(): void
    end(reason: string): void
  }

  async function stream(response: ServerResponse, telling: Telling): Promise<void> {
    const { model, said } = telling
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    telling.begin()
    if (model === 'thinks-on' || model === 'thinks-only')
      for (let step = 0; step < 8; step += 1) {
        telling.think()
        await sleep(pauseMs)
      }
    if (model === 'thinks-only') return telling.end('length')
    if (model === 'empty') return telling.end('stop')
    if (model === 'endless-line') return pour(response, () => 'x'.repeat(1_000_000))
    const chunksOfText = pieces(model, said)
    await options.beforeFirst?.(said)
    const count = model === 'endless' ? Number.POSITIVE_INFINITY : chunksOfText.length
    for (let index = 0; index < count; index += 1) {
      if (response.destroyed) return
      telling.piece(chunksOfText[index % chunksOfText.length] ?? '')
      if (pauseMs > 0 || model === 'endless') await sleep(model === 'slow-drip' ? pauseMs * 10 : pauseMs)
      if (index !== 1) continue
      if (model === 'truncated') return void response.end()
      if (model === 'reset-within') return void response.destroy()
      if (model === 'stalls') return
      if (model === 'garbage-within') return void response.end('data: {"choices": [{"del\n\n')
      if (model === 'error-within') {
        telling.fault()
        return void response.end()
      }
    }
    telling.end(model === 'filters' ? 'content_filter' : 'stop')
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const url = `http://127.0.0.1:${address.port}`
  return {
    url,
    seen,
    /** Returns the requests to models, without those for lists. */
    asked: () => seen.filter((request) => request.path.startsWith(`${path}/`) && request.path !== `${path}/models`),
    list(next: readonly unknown[]) {
      models = next
    },
    /** Rejects the key from now on. */
    revoke(key: string) {
      revoked.add(`Bearer ${key}`)
    },
    /** Drops all connections while set. */
    setDown(next: boolean) {
      down = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Pages that the fake finds; the last is no link that a page may show. */
export const foundPages = [
  { title: 'Herons of the northern lakes', url: 'https://birds.example/herons' },
  { title: 'Ardea cinerea', url: 'https://www.encyclopedia.example/ardea-cinerea?from=search' },
  { title: 'Click me', url: 'javascript:alert(1)' },
]
const citation = ({ url, title }: (typeof foundPages)[number]) => ({ type: 'url_citation', start_index: 0, end_index: 3, url, title })

type Send = (type: string, rest: object) => void

function summarize(send: Send): void {
  const item = { id: 'rs_1', type: 'reasoning', summary: [] }
  const place = { item_id: 'rs_1', output_index: 0, summary_index: 0 }
  const text = 'The person asks about herons. I compare two sources.'
  send('response.output_item.added', { output_index: 0, item })
  send('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text: '' } })
  send('response.reasoning_summary_text.delta', { ...place, delta: text })
  send('response.reasoning_summary_part.done', { ...place, part: { type: 'summary_text', text } })
  send('response.output_item.done', { output_index: 0, item: { ...item, summary: [{ type: 'summary_text', text }] } })
}

/** One search, and one page opened, which is not billed as a search. */
function searchWeb(send: Send): void {
  const actions = [
    { type: 'search', query: 'herons', sources: [] },
    { type: 'open_page', url: 'https://birds.example/herons' },
  ]
  for (const [index, action] of actions.entries()) {
    const item = { id: `ws_${index}`, type: 'web_search_call', status: 'in_progress' }
    send('response.output_item.added', { output_index: 0, item })
    send('response.output_item.done', { output_index: 0, item: { ...item, status: 'completed', action } })
  }
}

/** Returns the last message of the person. */
function saidIn(messages: v.InferOutput<typeof messagesSchema>): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('')
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers }).end(JSON.stringify(body))
}

type Trouble = { message: string; type: string; code: string | null }
function fail(response: ServerResponse, status: number, error: Trouble, headers: Record<string, string> = {}): void {
  json(response, status, { error: { ...error, param: null } }, headers)
}

const words = secretWords.upstream

/** Sends a response that is an error from its first byte. Returns whether it did. */
function failBefore(request: IncomingMessage, response: ServerResponse, model: string): boolean {
  const html = (status: number) =>
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end(`<html><title>${status} Bad Gateway</title><body>${words} nginx</body></html>`)
  const troubles: Record<string, () => void> = {
    forbidden: () =>
      fail(response, 403, {
        message: `Project \`proj_${words}\` does not have access to model \`x\``,
        type: 'invalid_request_error',
        code: 'model_not_found',
      }),
    gone: () =>
      fail(response, 404, { message: `The model \`${words}\` does not exist`, type: 'invalid_request_error', code: 'model_not_found' }),
    'bad-input': () =>
      fail(response, 400, { message: `Invalid 'temperature': ${words}`, type: 'invalid_request_error', code: 'decimal_above_max_value' }),
    'too-long': () =>
      fail(response, 400, {
        message: `This model's maximum context length is 4096 tokens. ${words}`,
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
      }),
    refuses: () =>
      fail(response, 400, {
        message: `Your request was rejected as a result of our safety system. ${words}`,
        type: 'invalid_request_error',
        code: 'content_policy_violation',
      }),
    busy: () =>
      fail(
        response,
        429,
        { message: `Rate limit reached for org-${words}`, type: 'requests', code: 'rate_limit_exceeded' },
        { 'retry-after': '7' },
      ),
    'busy-until': () =>
      fail(
        response,
        429,
        { message: 'Rate limit reached', type: 'tokens', code: 'rate_limit_exceeded' },
        { 'retry-after': new Date(Date.now() + 20_000).toUTCString() },
      ),
    'no-quota': () =>
      fail(response, 429, {
        message: `You exceeded your current quota, please check your plan and billing details. ${words}`,
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      }),
    broken: () => fail(response, 500, { message: `The server had an error. ${words}`, type: 'server_error', code: null }),
    overloaded: () =>
      fail(response, 503, { message: `The engine is currently overloaded ${words}`, type: 'service_unavailable', code: null }),
    'html-502': () => html(502),
    'html-200': () => html(200),
    'json-200': () => json(response, 200, { error: words }),
    'reset-before': () => request.socket.destroy(),
    elsewhere: () => response.writeHead(307, { location: 'http://127.0.0.1:9/v1/chat/completions' }).end(),
    silent: () => undefined,
  }
  const trouble = troubles[model]
  trouble?.()
  return trouble !== undefined
}

/** Sends as much as the client reads, until it disconnects. */
async function pour(response: ServerResponse, next: () => string): Promise<void> {
  const endless = Readable.from(
    (function* () {
      yield 'data: '
      for (;;) yield next()
    })(),
  )
  await pipeline(endless, response).catch(() => undefined)
}
