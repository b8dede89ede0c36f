import { isDeepStrictEqual } from 'node:util'
import type { MediaAnswer, MediaCall } from './media-server.ts'

/**
 * Services of language models with tools and JSON, each in its own protocol and with the rules that it is known for. The models do what
 * they should: they think, call the chosen tool or the first one, and answer when they have read the results.
 *
 * Sources, read on 2026-11-29: OpenAI, https://developers.openai.com/api/docs/guides/reasoning (reasoning items with `encrypted_content`);
 * xAI, https://docs.x.ai/developers/advanced-api-usage/troubleshooting-reasoning; Anthropic,
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking; Google, https://ai.google.dev/gemini-api/docs/thought-signatures;
 * Mistral, https://github.com/anomalyco/opencode/issues/1680 (ids of nine characters, code 3280); DeepSeek,
 * https://api-docs.deepseek.com/guides/thinking_mode and https://github.com/deepseek-ai/DeepSeek-V3/issues/1376; Groq,
 * https://github.com/tashfeenahmed/freellmapi/issues/1070 and https://github.com/vercel/ai/pull/16540; OpenRouter,
 * https://openrouter.ai/docs/use-cases/reasoning-tokens; Ollama, https://github.com/ollama/ollama/issues/17921; vLLM,
 * https://docs.vllm.ai/en/latest/features/tool_calling/; llama.cpp, common/chat.cpp (a choice that is no string is the usual one); LM Studio,
 * https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/670 and /189.
 */

/** The wishes of a request, in no protocol's words. */
type Read = {
  tools: string[]
  choice: unknown
  parallel: boolean
  format: 'object' | 'schema' | undefined
  hasImage: boolean
  isAnswered: boolean
}
type Called = { id: string; name: string; pieces: string[] }
type Spoken = { thought: string; calls: readonly Called[]; text: string }
type Protocol = { read(body: unknown): Read; events(spoken: Spoken): (object | 'gate')[] }
type Service = {
  protocol: Protocol
  /** The words that the service wants back with a call; null if none. */
  token: string | null
  path: string
  /** The refusal of a request that breaks the service's rules. */
  refuse?(body: unknown, read: Read): { status: number; json: object } | undefined
  /** The choice that the service heeds. */
  heeds?(choice: unknown): unknown
  /** Arguments that come in one piece. */
  isWhole?: true
  /** Whether a schema is only part of the conversation. */
  isLoose?: true
  shortIds?: true
}

const thought = 'I think of rain.'

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((part, key) => Reflect.get(Object(part), key), value)
const listAt = (value: unknown, ...path: (string | number)[]): unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
const textsAt = (value: unknown, ...path: (string | number)[]): string[] => {
  const found = at(value, ...path)
  return typeof found === 'string' ? [found] : []
}
const has = (value: unknown, words: string) => JSON.stringify(value).includes(words)
const formats = new Map<unknown, Read['format']>([
  ['json_object', 'object'],
  ['json_schema', 'schema'],
])

const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 }
const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
})

/** OpenAI's chat protocol. `think`: how the service states the reasoning. */
const chat = (think: (text: string) => object): Protocol => ({
  read: (body) => ({
    tools: listAt(body, 'tools').flatMap((tool) => textsAt(tool, 'function', 'name')),
    choice: textsAt(body, 'tool_choice', 'function', 'name').map((name) => ({ name }))[0] ?? at(body, 'tool_choice'),
    parallel: at(body, 'parallel_tool_calls') !== false,
    format: formats.get(at(body, 'response_format', 'type')),
    hasImage: has(body, '"image_url"'),
    isAnswered: has(body, '"role":"tool"'),
  }),
  events: ({ thought: said, calls, text }) => [
    chunk({ role: 'assistant', content: '' }),
    ...(calls.length > 0 ? [chunk(think(said))] : []),
    ...calls.flatMap(({ id, name, pieces }, index): (object | 'gate')[] => {
      const [first = '', ...others] = pieces
      return [
        chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: first } }] }),
        ...(others.length > 0 ? ['gate' as const] : []),
        ...others.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]
    }),
    ...(text === '' ? [] : [chunk({ content: text })]),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop', { usage }),
  ],
})

/** The Responses API of OpenAI and xAI. */
const responses = (token: string): Protocol => ({
  read: (body) => ({
    tools: listAt(body, 'tools').flatMap((tool) => textsAt(tool, 'name')),
    choice: textsAt(body, 'tool_choice', 'name').map((name) => ({ name }))[0] ?? at(body, 'tool_choice'),
    parallel: at(body, 'parallel_tool_calls') !== false,
    format: formats.get(at(body, 'text', 'format', 'type')),
    hasImage: has(body, '"input_image"'),
    isAnswered: has(body, '"function_call_output"'),
  }),
  events({ thought: said, calls, text }) {
    const about = { id: 'resp_1', object: 'response', created_at: 1, model: 'm', output: [] }
    const part = { type: 'summary_text', text: said }
    const reasoning = { type: 'reasoning', id: 'rs_1', status: 'completed', summary: [part], encrypted_content: token }
    const place = { item_id: 'rs_1', output_index: 0, summary_index: 0 }
    const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [] }
    const added = (output_index: number, item: object) => ({ type: 'response.output_item.added', output_index, item })
    const done = (output_index: number, item: object) => ({ type: 'response.output_item.done', output_index, item })
    const all = [
      { type: 'response.created', response: { ...about, status: 'in_progress' } },
      ...(calls.length > 0
        ? [
            added(0, { ...reasoning, status: 'in_progress', summary: [], encrypted_content: '' }),
            { type: 'response.reasoning_summary_part.added', ...place, part: { ...part, text: '' } },
            { type: 'response.reasoning_summary_text.delta', ...place, delta: said },
            { type: 'response.reasoning_summary_part.done', ...place, part },
            done(0, reasoning),
          ]
        : []),
      ...calls.flatMap(({ id, name, pieces }, index): (object | 'gate')[] => {
        const item = { type: 'function_call', id: `fc_${index}`, call_id: id, name, arguments: '', status: 'in_progress' }
        const placed = { item_id: item.id, output_index: index + 1 }
        const [first = '', ...others] = pieces
        return [
          added(index + 1, item),
          { type: 'response.function_call_arguments.delta', ...placed, delta: first },
          'gate',
          ...others.map((delta) => ({ type: 'response.function_call_arguments.delta', ...placed, delta })),
          { type: 'response.function_call_arguments.done', ...placed, name, arguments: pieces.join('') },
          done(index + 1, { ...item, arguments: pieces.join(''), status: 'completed' }),
        ]
      }),
      ...(text === ''
        ? []
        : [
            added(0, { ...message, status: 'in_progress' }),
            { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text, logprobs: [] },
            done(0, { ...message, content: [{ type: 'output_text', text, annotations: [], logprobs: [] }] }),
          ]),
    ]
    const counted = {
      input_tokens: 20,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 30,
    }
    const numbered = [...all, { type: 'response.completed', response: { ...about, status: 'completed', usage: counted } }]
    return numbered.map((event, sequence_number) => (typeof event === 'string' ? event : { ...event, sequence_number }))
  },
})

/** Anthropic's Messages API. */
const messages = (token: string): Protocol => ({
  read: (body) => ({
    tools: listAt(body, 'tools').flatMap((tool) => textsAt(tool, 'name')),
    choice: textsAt(body, 'tool_choice', 'name').map((name) => ({ name }))[0] ?? at(body, 'tool_choice', 'type'),
    parallel: at(body, 'tool_choice', 'disable_parallel_tool_use') !== true,
    format: formats.get(at(body, 'output_config', 'format', 'type')),
    hasImage: has(body, '"type":"image"'),
    isAnswered: has(body, '"tool_result"'),
  }),
  events({ thought: said, calls, text }) {
    const blocks = [
      ...(calls.length > 0
        ? [
            {
              start: { type: 'thinking', thinking: '', signature: '' },
              deltas: [
                { type: 'thinking_delta', thinking: said },
                { type: 'signature_delta', signature: token },
              ],
            },
          ]
        : []),
      ...calls.map(({ id, name, pieces }) => ({
        start: { type: 'tool_use', id, name, input: {} },
        deltas: pieces.flatMap((partial_json, index) => [
          ...(index === 1 ? ['gate' as const] : []),
          { type: 'input_json_delta', partial_json },
        ]),
      })),
      ...(text === '' ? [] : [{ start: { type: 'text', text: '' }, deltas: [{ type: 'text_delta', text }] }]),
    ]
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, stop_sequence: null }
    return [
      { type: 'message_start', message: { ...message, usage: { input_tokens: 20, output_tokens: 1 } } },
      ...blocks.flatMap(({ start, deltas }, index) => [
        { type: 'content_block_start', index, content_block: start },
        ...deltas.map((delta) => (delta === 'gate' ? delta : { type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: 10 },
      },
      { type: 'message_stop' },
    ]
  },
})

/** Google's `streamGenerateContent`. Of calls in a row, the first has the signature. */
const generateContent = (token: string): Protocol => ({
  read(body) {
    const mode = at(body, 'toolConfig', 'functionCallingConfig', 'mode')
    const [named] = listAt(body, 'toolConfig', 'functionCallingConfig', 'allowedFunctionNames')
    const isJson = at(body, 'generationConfig', 'responseMimeType') === 'application/json'
    const hasSchema = has(at(body, 'generationConfig') ?? {}, 'Schema"')
    return {
      tools: listAt(body, 'tools').flatMap((tool) => listAt(tool, 'functionDeclarations').flatMap((declared) => textsAt(declared, 'name'))),
      choice: typeof named === 'string' ? { name: named } : mode === 'ANY' ? 'required' : mode === 'NONE' ? 'none' : 'auto',
      parallel: true,
      format: isJson ? (hasSchema ? 'schema' : 'object') : undefined,
      hasImage: has(body, '"inlineData"'),
      isAnswered: has(body, '"functionResponse"'),
    }
  },
  events({ thought: said, calls, text }) {
    const piece = (part: object, more: object = {}) => ({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0, ...more }] })
    const counted = { usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 10, totalTokenCount: 30 } }
    return [
      ...(calls.length > 0 ? [piece({ text: said, thought: true })] : []),
      ...calls.map(({ id, name, pieces }, index) => {
        const args: unknown = JSON.parse(pieces.join(''))
        return piece({ functionCall: { id, name, args }, ...(index === 0 && { thoughtSignature: token }) })
      }),
      { ...piece({ text }, { finishReason: 'STOP' }), ...counted },
    ]
  },
})

const refusal = (message: string, more: object = {}) => ({
  status: 400,
  json: { error: { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error', ...more } },
})
const sentCalls = (body: unknown) =>
  listAt(body, 'messages').filter((message) => at(message, 'role') === 'assistant' && listAt(message, 'tool_calls').length > 0)

const chatPath = '/chat/completions'
const content = (text: string) => ({ reasoning_content: text })
const reasoning = (text: string) => ({ reasoning: text })
const detail = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 }

const services = {
  openai: {
    protocol: responses('sealed-by-openai'),
    token: 'sealed-by-openai',
    path: '/responses',
    refuse(body) {
      const input = listAt(body, 'input')
      const at0 = input.findIndex((item) => at(item, 'type') === 'function_call')
      if (at0 < 0 || has(input.slice(0, at0), '"encrypted_content":"sealed-by-openai"')) return undefined
      return refusal("Item 'fc_0' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.", { param: 'input' })
    },
  },
  anthropic: {
    protocol: messages('signed-by-anthropic'),
    token: 'signed-by-anthropic',
    path: '/messages',
    refuse(body) {
      const thinks = at(body, 'thinking') !== undefined
      if (thinks && at(body, 'tool_choice', 'type') === 'tool')
        return { status: 400, json: anthropicError('Thinking may not be enabled when tool_choice forces tool use.') }
      const used = listAt(body, 'messages').filter((message) => has(message, '"tool_use"'))
      if (!thinks || used.every((message) => at(message, 'content', 0, 'signature') === 'signed-by-anthropic')) return undefined
      const found = 'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.'
      return { status: 400, json: anthropicError(found) }
    },
  },
  google: {
    protocol: generateContent('signed-by-google'),
    token: 'signed-by-google',
    path: ':streamGenerateContent',
    isWhole: true,
    refuse(body) {
      const called = listAt(body, 'contents').filter((one) => has(one, '"functionCall"'))
      if (called.every((one) => has(one, '"thoughtSignature"'))) return undefined
      const message = 'Function call is missing a thought_signature in functionCall parts.'
      return { status: 400, json: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } }
    },
  },
  xai: { protocol: responses('sealed-by-xai'), token: 'sealed-by-xai', path: '/responses' },
  mistral: {
    protocol: chat((text) => ({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] })),
    token: null,
    path: chatPath,
    isWhole: true,
    shortIds: true,
    refuse(body) {
      const ids = listAt(body, 'messages').flatMap((message) => [
        ...textsAt(message, 'tool_call_id'),
        ...listAt(message, 'tool_calls').flatMap((call) => textsAt(call, 'id')),
      ])
      const wrong = ids.find((id) => !/^[a-zA-Z0-9]{9}$/.test(id))
      const message = `Tool call id was ${wrong} but must be a-z, A-Z, 0-9, with a length of 9.`
      return wrong === undefined
        ? undefined
        : {
            status: 400,
            json: { object: 'error', message, type: 'invalid_function_call', param: null, code: '3280', raw_status_code: 400 },
          }
    },
  },
  deepseek: {
    protocol: chat(content),
    token: thought,
    path: chatPath,
    isLoose: true,
    refuse(body, { format }) {
      if (at(body, 'tool_choice') !== undefined) return refusal('Thinking mode does not support this tool_choice')
      if (format === 'schema') return refusal('This response_format type is unavailable now')
      return sentCalls(body).some((message) => at(message, 'reasoning_content') !== thought)
        ? refusal('The reasoning_content in the thinking mode must be passed back to the API.')
        : undefined
    },
  },
  groq: {
    protocol: chat(reasoning),
    token: null,
    path: chatPath,
    isWhole: true,
    isLoose: true,
    refuse(body, { tools, format }) {
      if (tools.length > 0 && format) return refusal('json mode cannot be combined with tool/function calling')
      const rule = "'messages.1' : for 'role:assistant' the following must be satisfied"
      return has(body, '"reasoning_content"') ? refusal(`${rule}[('messages.1' : property 'reasoning_content' is unsupported)]`) : undefined
    },
  },
  openrouter: {
    protocol: chat((text) => ({ reasoning: text, reasoning_details: [{ ...detail, text, signature: 'signed-by-openrouter' }] })),
    token: 'signed-by-openrouter',
    path: chatPath,
    refuse(body) {
      const whole = [{ ...detail, text: thought, signature: 'signed-by-openrouter' }]
      return sentCalls(body).some((message) => !isDeepStrictEqual(at(message, 'reasoning_details'), whole))
        ? { status: 400, json: { error: { code: 400, message: 'Provider returned error', metadata: { provider_name: 'Anthropic' } } } }
        : undefined
    },
  },
  ollama: { protocol: chat(reasoning), token: null, path: chatPath, isWhole: true, heeds: () => 'auto' },
  vllm: { protocol: chat(content), token: thought, path: chatPath },
  'llama-cpp': {
    protocol: chat(content),
    token: thought,
    path: chatPath,
    heeds: (choice) => (typeof choice === 'string' ? choice : 'auto'),
  },
  'lm-studio': {
    protocol: chat(content),
    token: thought,
    path: chatPath,
    refuse(body, { choice, format }) {
      if (typeof choice === 'object')
        return { status: 400, json: { error: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required" } }
      return format === 'object' ? { status: 400, json: { error: "'response_format.type' must be 'json_schema' or 'text'" } } : undefined
    },
  },
} as const satisfies Record<string, Service>

export type ToolServiceName = keyof typeof services
export const toolServiceNames: readonly ToolServiceName[] = [
  'openai',
  'anthropic',
  'google',
  'xai',
  'mistral',
  'deepseek',
  'groq',
  'openrouter',
  'ollama',
  'vllm',
  'llama-cpp',
  'lm-studio',
]

function anthropicError(message: string): object {
  return { type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_1' }
}

export const serviceOf = (name: ToolServiceName): Service => services[name]

/** The fault of a service: its connection breaks within the arguments of a call. */
export type ToolFault = 'breaks'

/**
 * Answers a service's requests. `gate`: holds the second piece of arguments back. `isWrong`: whether an answer in JSON does not follow its
 * schema.
 */
export function answerTools(
  name: ToolServiceName,
  state: { gate: Promise<void>; isWrong(): boolean; fault?: ToolFault | undefined },
): (call: MediaCall) => MediaAnswer | undefined {
  const service = serviceOf(name)
  return ({ method, path, body: raw }) => {
    if (method !== 'POST' || !new URL(path, 'http://service').pathname.endsWith(service.path)) return undefined
    const body: unknown = JSON.parse(raw)
    const read = service.protocol.read(body)
    const refused = service.refuse?.(body, read)
    if (refused) return refused
    const events = service.protocol.events(tell(service, read, { prompt: raw, isWrong: state.isWrong() }))
    if (state.fault) return { events: events.slice(0, events.indexOf('gate')).filter((event) => event !== 'gate'), end: 'reset' }
    return { events: events.map((event) => (event === 'gate' ? state.gate : event)) }
  }
}

/** The answer of the model. */
function tell(service: Service, read: Read, { prompt, isWrong }: { prompt: string; isWrong: boolean }): Spoken {
  const heard = service.heeds ? service.heeds(read.choice) : read.choice
  const named = textsAt(heard, 'name')
  const isCalling = read.tools.length > 0 && heard !== 'none' && !read.isAnswered
  if (!isCalling) {
    const isJson = read.format !== undefined || prompt.includes('Answer with JSON')
    const follows = (read.format === 'schema' && !service.isLoose) || !isWrong
    if (isJson) return { thought, calls: [], text: follows ? '{"age":7}' : '{"age":"seven"}' }
    return { thought, calls: [], text: read.hasImage ? 'I see rain' : 'It rains' }
  }
  const first = named[0] ?? read.tools[0] ?? ''
  const names = prompt.includes('both') && read.parallel ? [first, first] : [first]
  const calls = names.map((called, index) => ({
    id: service.shortIds ? `D681Pevk${index}` : `call_${index}_0123456789abcdef`,
    name: called,
    pieces: service.isWhole ? [`{"city":"Oslo ${index}"}`] : ['{"city":', `"Oslo ${index}"}`],
  }))
  return { thought, calls, text: '' }
}
