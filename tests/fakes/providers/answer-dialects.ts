/** The ends of an answer, by names of our own. */
export type Reason = 'stop' | 'length' | 'call'

/** One protocol of text services, as the events of an answer. */
export type Dialect = {
  begin: object[]
  text(piece: string): object
  thought(piece: string): object
  call: object[]
  /** The events after the last piece; `null`: without a reason for the end. */
  end(reason: Reason | null): object[]
  /** The mark after the last event. */
  done: string
  /** The same answer as one document. */
  whole(text: string): object
  /** Whether events have a name beside their type. */
  isNamed?: true
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
const tool = { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"q":"a"}' } }
const chat: Dialect = {
  begin: [chunk({ role: 'assistant', content: '' })],
  text: (content) => chunk({ content }),
  thought: (reasoning_content) => chunk({ reasoning_content, reasoning: reasoning_content }),
  call: [chunk({ tool_calls: [{ index: 0, ...tool }] })],
  end: (reason) => [
    ...(reason === null ? [] : [chunk({}, reason === 'call' ? 'tool_calls' : reason)]),
    { ...chunk({}), choices: [], usage },
  ],
  done: 'data: [DONE]\n\n',
  whole: (content) => ({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage,
  }),
}

/** Mistral sends its reasoning as a part of the content. */
const mistral: Dialect = {
  ...chat,
  thought: (text) => chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }),
  call: [chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: tool.function }] })],
  end: (reason) => (reason === null ? [] : [{ ...chunk({ content: '' }, reason === 'call' ? 'tool_calls' : reason), usage }]),
}

const block = (index: number, type: string, key: string, delta: object) => [
  { type: 'content_block_start', index, content_block: { type, [key]: '', ...(type === 'thinking' && { signature: '' }) } },
  { type: 'content_block_delta', index, delta },
  { type: 'content_block_stop', index },
]
const anthropic: Dialect = {
  begin: [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 11, output_tokens: 1 },
      },
    },
  ],
  text: (text) => block(0, 'text', 'text', { type: 'text_delta', text }),
  thought: (thinking) => block(0, 'thinking', 'thinking', { type: 'thinking_delta', thinking }),
  call: [
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"q":"a"}' } },
    { type: 'content_block_stop', index: 0 },
  ],
  end: (reason) => [
    ...(reason === null
      ? []
      : [
          {
            type: 'message_delta',
            delta: { stop_reason: { stop: 'end_turn', length: 'max_tokens', call: 'tool_use' }[reason], stop_sequence: null },
            usage: { output_tokens: 7 },
          },
        ]),
    { type: 'message_stop' },
  ],
  done: '',
  whole: (text) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 7 },
  }),
  isNamed: true,
}

const googleUsage = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 }
const googlePart = (part: object) => ({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }], usageMetadata: googleUsage })
const google: Dialect = {
  begin: [],
  text: (text) => googlePart({ text }),
  thought: (text) => googlePart({ text, thought: true }),
  call: [googlePart({ functionCall: { name: 'search', args: { q: 'a' } } })],
  end: (reason) => [
    {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: '' }] },
          index: 0,
          ...(reason !== null && { finishReason: reason === 'length' ? 'MAX_TOKENS' : 'STOP' }),
        },
      ],
      usageMetadata: googleUsage,
    },
  ],
  done: '',
  whole: (text) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, finishReason: 'STOP' }],
    usageMetadata: googleUsage,
  }),
}

const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
const about = { id: 'resp_1', object: 'response', created_at: 1, model: 'm', output: [] }
const responsesUsage = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 18,
}
const call = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'search', arguments: '{"q":"a"}', status: 'completed' }
const said = (text: string) => ({
  ...message,
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
})
const responses: Dialect = {
  begin: [{ type: 'response.created', response: { ...about, status: 'in_progress' } }],
  text: (delta) => [
    { type: 'response.output_item.added', output_index: 0, item: message },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta, logprobs: [] },
    { type: 'response.output_item.done', output_index: 0, item: said(delta) },
  ],
  thought(text) {
    const item = { id: 'rs_1', type: 'reasoning', summary: [], status: 'in_progress' }
    const place = { item_id: 'rs_1', output_index: 0, summary_index: 0 }
    return [
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: text },
      { type: 'response.reasoning_summary_part.done', ...place, part: { type: 'summary_text', text } },
      { type: 'response.output_item.done', output_index: 0, item: { ...item, summary: [{ type: 'summary_text', text }] } },
    ]
  },
  call: [
    { type: 'response.output_item.added', output_index: 0, item: { ...call, arguments: '', status: 'in_progress' } },
    { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 0, delta: '{"q":"a"}' },
    { type: 'response.function_call_arguments.done', item_id: 'fc_1', output_index: 0, arguments: '{"q":"a"}' },
    { type: 'response.output_item.done', output_index: 0, item: call },
  ],
  end: (reason) =>
    reason === 'length'
      ? [
          {
            type: 'response.incomplete',
            response: { ...about, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, usage: responsesUsage },
          },
        ]
      : [{ type: 'response.completed', response: { ...about, status: 'completed', usage: responsesUsage } }],
  done: '',
  whole: (text) => ({ ...about, status: 'completed', output: [said(text)], usage: responsesUsage }),
  isNamed: true,
}

export const dialects = { chat, mistral, anthropic, google, responses }

/** Writes events as the body of a stream. */
export function eventsOf({ isNamed }: Dialect, events: readonly object[]): string {
  return events
    .flat()
    .map((event, sequence_number) => {
      const type = 'type' in event ? event.type : undefined
      return `${isNamed ? `event: ${String(type)}\n` : ''}data: ${JSON.stringify({ ...event, ...(isNamed && { sequence_number }) })}\n\n`
    })
    .join('')
}
