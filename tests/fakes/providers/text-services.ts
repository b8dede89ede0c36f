import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { secretWords } from './openai-server.ts'

export type SeenCall = { path: string; headers: Record<string, string | string[] | undefined>; body: unknown }

const words = secretWords.upstream
const usual = ['one ', 'two ', 'three']

type Answer = { status: number; headers?: Record<string, string>; body: string }
const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const events = (list: readonly unknown[], named = false): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: list
    .map((event) => `${named ? `event: ${typeOf(event)}\n` : ''}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
    .join(''),
})
const typeOf = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string' ? event.type : 'message'

/** Anthropic's Messages API. */
const anthropicError = (status: number, type: string, message: string, headers: Record<string, string> = {}) =>
  json(status, { type: 'error', error: { type, message }, request_id: 'req_1' }, headers)
const anthropicStart = [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 11, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'ping' },
  ...usual.map((piece) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } })),
]
const anthropicEnd = (stop_reason: string) => [
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } },
  { type: 'message_stop' },
]
const anthropicSearch = [
  ...anthropicStart.slice(0, 1),
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'I look it up.' } },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
  },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"query": "herons"}' } },
  { type: 'content_block_stop', index: 1 },
  {
    type: 'content_block_start',
    index: 2,
    content_block: {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [
        { type: 'web_search_result', url: 'https://birds.example/herons', title: 'Herons', encrypted_content: 'x', page_age: null },
      ],
    },
  },
  { type: 'content_block_stop', index: 2 },
  { type: 'content_block_start', index: 3, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: 'one two three' } },
  { type: 'content_block_stop', index: 3 },
  ...anthropicEnd('end_turn').slice(1),
]
/** The search with the other tool: a page of the prompt is fetched. */
const anthropicFetch = anthropicSearch.map((event) => {
  const block = 'content_block' in event ? event.content_block : undefined
  if (!block) return event
  if ('name' in block) return { ...event, content_block: { ...block, name: 'web_fetch' } }
  if (!('tool_use_id' in block)) return event
  const source = { type: 'text', media_type: 'text/plain', data: 'Herons stand still.' }
  const content = {
    type: 'web_fetch_result',
    url: 'https://birds.example/herons',
    retrieved_at: null,
    content: { type: 'document', title: 'Herons', source },
  }
  return { ...event, content_block: { type: 'web_fetch_tool_result', tool_use_id: 'srvtoolu_1', content } }
})
const anthropic: Record<string, () => Answer> = {
  tools: () => events(anthropicFetch, true),
  searches: () => events(anthropicSearch, true),
  says: () => events([...anthropicStart, ...anthropicEnd('end_turn')], true),
  truncated: () => events(anthropicStart, true),
  refuses: () => events([...anthropicStart, ...anthropicEnd('refusal')], true),
  'error-within': () =>
    events([...anthropicStart, { type: 'error', error: { type: 'overloaded_error', message: `Overloaded ${words}` } }], true),
  key: () => anthropicError(401, 'authentication_error', `invalid x-api-key ${secretWords.key}`),
  forbidden: () => anthropicError(403, 'permission_error', `Your API key does not have permission ${words}`),
  gone: () => anthropicError(404, 'not_found_error', `model: ${words}`),
  'bad-input': () => anthropicError(400, 'invalid_request_error', `messages.0.content: ${words}`),
  filtered: () => anthropicError(400, 'invalid_request_error', `Output blocked by content filtering policy ${words}`),
  money: () => anthropicError(400, 'invalid_request_error', `Your credit balance is too low to access the Anthropic API. ${words}`),
  'too-large': () => anthropicError(413, 'request_too_large', 'Request exceeds the maximum allowed number of bytes.'),
  busy: () => anthropicError(429, 'rate_limit_error', `This request would exceed your rate limit ${words}`, { 'retry-after': '12' }),
  overloaded: () => anthropicError(529, 'overloaded_error', 'Overloaded'),
}

/** Google's `streamGenerateContent`. */
const googleError = (code: number, status: string, message: string, details: readonly unknown[] = []) =>
  json(code, { error: { code, message, status, details } })
const googleUsage = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 }
const googlePiece = (piece: string, rest: object = {}) => ({
  candidates: [{ content: { role: 'model', parts: [{ text: piece }] }, index: 0, ...rest }],
  usageMetadata: googleUsage,
})
const googleSearch = [
  { candidates: [{ content: { role: 'model', parts: [{ text: 'I look it up.', thought: true }] }, index: 0 }], usageMetadata: googleUsage },
  googlePiece('one two three', {
    finishReason: 'STOP',
    groundingMetadata: {
      webSearchQueries: ['herons', 'grey heron'],
      groundingChunks: [{ web: { uri: 'https://birds.example/herons', title: 'Herons' } }],
    },
  }),
]
const googlePart = (part: object) => ({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }], usageMetadata: googleUsage })
/** A program with its output, and linked pages of which one could not be read. */
const googleTools = [
  googlePart({ executableCode: { language: 'PYTHON', code: 'print(6 * 7)' } }),
  googlePart({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42\n' } }),
  {
    ...googlePiece('one two three', {
      finishReason: 'STOP',
      urlContextMetadata: {
        urlMetadata: [
          { retrievedUrl: 'https://birds.example/herons', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
          { retrievedUrl: 'https://birds.example/gone', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR' },
        ],
      },
    }),
    usageMetadata: { ...googleUsage, toolUsePromptTokenCount: 500 },
  },
]
const google: Record<string, () => Answer> = {
  tools: () => events(googleTools),
  searches: () => events(googleSearch),
  says: () => events(usual.map((piece, index) => googlePiece(piece, index === usual.length - 1 ? { finishReason: 'STOP' } : {}))),
  truncated: () => events(usual.map((piece) => googlePiece(piece))),
  refuses: () =>
    events([
      googlePiece('one '),
      googlePiece('', { finishReason: 'SAFETY', safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'HIGH' }] }),
    ]),
  filtered: () =>
    events([{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 } }]),
  key: () =>
    googleError(400, 'INVALID_ARGUMENT', `API key not valid. Please pass a valid API key. ${secretWords.key}`, [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ]),
  forbidden: () => googleError(403, 'PERMISSION_DENIED', `Method doesn't allow unregistered callers ${words}`),
  gone: () => googleError(404, 'NOT_FOUND', `models/${words} is not found for API version v1beta`),
  'bad-input': () => googleError(400, 'INVALID_ARGUMENT', `Unable to process input image ${words}`),
  busy: () =>
    googleError(429, 'RESOURCE_EXHAUSTED', `Quota exceeded for metric ${words}`, [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12s' },
    ]),
  overloaded: () => googleError(503, 'UNAVAILABLE', `The model is overloaded ${words}`),
}

/** Mistral's chat API. */
const mistralPiece = (content: string, rest: object = {}) => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'mistral',
  choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null, ...rest }],
})
const mistralUsage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
const chat = {
  says: () =>
    events([
      ...usual.map((piece) => mistralPiece(piece)),
      { ...mistralPiece('', { finish_reason: 'stop' }), usage: mistralUsage },
      '[DONE]',
    ]),
  truncated: () => events(usual.map((piece) => mistralPiece(piece))),
}
const mistral: Record<string, () => Answer> = {
  ...chat,
  key: () => json(401, { message: `Unauthorized ${secretWords.key}`, request_id: 'r1' }),
  gone: () => json(404, { object: 'error', message: `Invalid model: ${words}`, type: 'invalid_model', code: '1500' }),
  'bad-input': () =>
    json(422, {
      object: 'error',
      message: { detail: [{ type: 'extra_forbidden', loc: ['body'], msg: words }] },
      type: 'invalid_request_error',
      code: null,
    }),
  busy: () => json(429, { message: `Requests rate limit exceeded ${words}` }, { 'retry-after': '12' }),
  overloaded: () => json(503, { object: 'error', message: 'Service unavailable', type: 'service_unavailable', code: '3700' }),
}

/** xAI's own errors; its streams have OpenAI's format. */
const xai: Record<string, () => Answer> = {
  key: () =>
    json(400, {
      code: 'Client specified an invalid argument',
      error: `Incorrect API key provided: ${secretWords.key}. You can obtain an API key from https://console.x.ai.`,
    }),
  filtered: () =>
    json(403, {
      code: 'The caller does not have permission to execute the specified operation',
      error: `Content violates usage guidelines. ${words}`,
    }),
  money: () =>
    json(429, {
      code: 'Some resource has been exhausted',
      error: `Your team ${words} has either used all available credits or reached its monthly spending limit.`,
    }),
  gone: () => json(404, { code: 'Some requested entity was not found', error: `The model ${words} does not exist` }),
  'bad-input': () => json(400, { code: 'Client specified an invalid argument', error: `Invalid request content: ${words}` }),
  busy: () => json(429, { code: 'Some resource has been exhausted', error: `Too many requests ${words}` }, { 'retry-after': '12' }),
}

/** Services with OpenAI's chat protocol, whose streams look like Mistral's. */
const chatError = (status: number, message: string, type: string, code: string | null = null, headers: Record<string, string> = {}) =>
  json(status, { error: { message, type, param: null, code } }, headers)
const deepseek: Record<string, () => Answer> = {
  ...chat,
  key: () =>
    chatError(401, `Authentication Fails, Your api key: ${secretWords.key} is invalid`, 'authentication_error', 'invalid_request_error'),
  money: () => chatError(402, 'Insufficient Balance', 'unknown_error', 'invalid_request_error'),
  gone: () => chatError(400, 'Model Not Exist', 'invalid_request_error', 'invalid_request_error'),
  'bad-input': () => chatError(422, `Failed to deserialize the JSON body ${words}`, 'invalid_request_error', 'invalid_request_error'),
  filtered: () => chatError(400, 'Content Exists Risk', 'invalid_request_error', 'invalid_request_error'),
  busy: () => chatError(429, `Rate limit reached ${words}`, 'rate_limit_error', null, { 'retry-after': '12' }),
  overloaded: () => chatError(503, `Service is too busy ${words}`, 'service_unavailable_error'),
}
const groq: Record<string, () => Answer> = {
  ...chat,
  key: () => chatError(401, 'Invalid API Key', 'invalid_request_error', 'invalid_api_key'),
  forbidden: () => chatError(403, `Access denied ${words}`, 'permissions_error', 'model_permission_blocked_org'),
  gone: () =>
    chatError(404, `The model ${words} does not exist or you do not have access to it.`, 'invalid_request_error', 'model_not_found'),
  'bad-input': () => chatError(400, `'messages.0' ${words}`, 'invalid_request_error'),
  'too-large': () => chatError(413, `Request Entity Too Large ${words}`, 'invalid_request_error', 'request_too_large'),
  busy: () => chatError(429, `Rate limit reached for model ${words}`, 'tokens', 'rate_limit_exceeded', { 'retry-after': '12' }),
  overloaded: () => chatError(503, `Service unavailable ${words}`, 'internal_server_error'),
}
const routed = (code: number, message: string, metadata: object = {}) => ({ error: { code, message, metadata } })
const routerError = (code: number, message: string, metadata: object = {}, headers: Record<string, string> = {}) =>
  json(code, { ...routed(code, message, metadata), user_id: words }, headers)
/** An error after the model has started arrives with the status 200, as an event of the stream. */
const routedWithin = (code: number, message: string) =>
  events([
    mistralPiece('one '),
    { ...mistralPiece('', { finish_reason: 'error' }), ...routed(code, message, { provider_name: words, raw: words }) },
  ])
const openrouter: Record<string, () => Answer> = {
  ...chat,
  key: () => routerError(401, `No auth credentials found ${secretWords.key}`),
  money: () => routerError(402, `This request requires more credits ${words}`, { limit_source: 'openrouter_credits' }),
  forbidden: () => routerError(403, `Key limit exceeded ${words}`),
  filtered: () =>
    routerError(403, `${words} requires moderation on OpenRouter.`, {
      reasons: ['violence'],
      flagged_input: words,
      provider_name: 'OpenAI',
      model_slug: words,
    }),
  gone: () => routerError(404, `No endpoints found for ${words}.`),
  'bad-input': () => routerError(400, `Provider returned error ${words}`, { raw: words }),
  busy: () => routerError(429, `Provider returned error ${words}`, { error_type: 'rate_limit_exceeded' }, { 'retry-after': '12' }),
  overloaded: () => routerError(502, `Provider returned error ${words}`),
  'error-within': () => routedWithin(502, `Provider disconnected ${words}`),
  'busy-within': () => routedWithin(429, `Provider returned error ${words}`),
  'money-within': () => routedWithin(402, `Provider returned error ${words}`),
}

const services: Record<string, Record<string, () => Answer>> = { anthropic, google, mistral, xai, deepseek, groq, openrouter }

/**
 * All services in one server, each below its name, with their own error bodies. The model's name chooses the outcome.
 */
export async function openTextServices() {
  const seen: SeenCall[] = []
  async function answer(url: string, headers: SeenCall['headers'], raw: string, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(raw)
    seen.push({ path: url, headers, body })
    const service = url.split('/')[1] ?? ''
    const named = typeof body === 'object' && body !== null && 'model' in body && typeof body.model === 'string' ? body.model : undefined
    const model = named ?? /models\/([^:]+):/.exec(url)?.[1] ?? ''
    const made = services[service]?.[model]?.() ?? json(500, { error: `${service} has nothing for ${model}` })
    response.writeHead(made.status, made.headers).end(made.body)
  }
  const server = createServer((request, response) => {
    text(request)
      .then((raw) => answer(request.url ?? '/', request.headers, raw, response))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
