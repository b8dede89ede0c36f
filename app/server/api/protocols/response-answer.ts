import type { OutputItem, OutputPart, ResponseResource } from '#app/contract/protocols/responses.ts'
import type { Asked, Turn } from '#app/contract/studio/turns.ts'
import type { AnswerImage } from '#app/contract/protocols/chat.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import type { Keys } from '../../keys.ts'
import { countUsage } from './chat-answer.ts'
import { optionsOfTools } from './response-asked.ts'
import { sealedOf } from './sealed-reasoning.ts'
import { itemIdOf } from './response-items.ts'
import { unixTime } from './result-files.ts'

/** The answer of a run in the words of Open Responses. */

export const responseIdOf = ({ id }: Pick<GenerationRow, 'id'>) => `resp_${id}`
/** The run of a response's id; empty for what is no such id. */
export const runIdOf = (responseId: string): string => /^resp_([\da-f-]{36})$/.exec(responseId)?.[1] ?? ''

const statuses: Record<string, ResponseResource['status']> = {
  queued: 'queued',
  running: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
}

export type Answered = {
  row: GenerationRow
  asked: Asked
  /** The turns that were answered, for a count of what the service does not report. */
  turns: readonly Turn[]
  output: OutputItem[]
  error?: ResponseResource['error']
}

export function toResponse({ row, asked, turns, output, error = null }: Answered): ResponseResource {
  const { settings = {}, noted = {}, format } = asked
  const status = error ? 'failed' : row.status === 'succeeded' && row.cut ? 'incomplete' : (statuses[row.status] ?? 'in_progress')
  const isOver = status === 'completed' || status === 'incomplete'
  const { effort = settings.effort } = row.options
  return {
    id: responseIdOf(row),
    object: 'response',
    created_at: unixTime(row.createdAt),
    completed_at: isOver && row.finishedAt ? unixTime(row.finishedAt) : null,
    status,
    error,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model: row.model,
    previous_response_id: row.parentId === null ? null : responseIdOf({ id: row.parentId }),
    instructions: asked.instructions ?? null,
    output,
    tools: toolsOf(row, asked),
    tool_choice: typeof asked.choice === 'object' ? { type: 'function', name: asked.choice.name } : (asked.choice ?? 'auto'),
    parallel_tool_calls: asked.parallel ?? true,
    text: { format: formatOf(format), verbosity: settings.verbosity ?? 'medium' },
    reasoning: { effort: typeof effort === 'string' ? effort : null, summary: noted.summary ?? null },
    truncation: 'disabled',
    temperature: settings.temperature ?? 1,
    top_p: settings.topP ?? 1,
    presence_penalty: settings.presencePenalty ?? 0,
    frequency_penalty: settings.frequencyPenalty ?? 0,
    top_logprobs: 0,
    max_output_tokens: settings.maxOutputTokens ?? null,
    max_tool_calls: null,
    store: noted.store ?? true,
    background: false,
    service_tier: 'default',
    metadata: noted.metadata ?? {},
    safety_identifier: null,
    prompt_cache_key: null,
    user: null,
    usage: isOver ? usageOf(row, turns) : null,
  }
}

function usageOf(row: GenerationRow, turns: readonly Turn[]): NonNullable<ResponseResource['usage']> {
  const { prompt_tokens, completion_tokens, total_tokens } = countUsage(row, turns)
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { cached_tokens: row.usage?.cachedTokens ?? 0 },
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens: row.usage?.reasoningTokens ?? 0 },
    total_tokens,
  }
}

function toolsOf({ options }: GenerationRow, { tools = [] }: Asked): ResponseResource['tools'] {
  const services = (['web_search', 'code_interpreter', 'image_generation'] as const).filter(
    (type) => options[optionsOfTools[type]] === true,
  )
  return [
    ...tools.map(({ name, description = null, parameters, strict = null }) => ({
      type: 'function' as const,
      name,
      description,
      parameters,
      strict,
    })),
    ...services.map((type) => ({ type })),
  ]
}

function formatOf(format: Asked['format']): ResponseResource['text']['format'] {
  if (!format) return { type: 'text' }
  const { name, description = null, schema = null, strict = false } = format
  return name === undefined ? { type: 'json_object' } : { type: 'json_schema', name, description, schema, strict }
}

export const textPartOf = (text: string, sources: GenerationRow['sources'] = null): OutputPart => ({
  type: 'output_text',
  text,
  annotations: (sources ?? []).map(({ url, title }) => ({
    type: 'url_citation',
    url,
    title: title ?? url,
    start_index: 0,
    end_index: text.length,
  })),
  logprobs: [],
})

type OutputOptions = { images: readonly AnswerImage[]; keys: Keys }

/** Returns the items of a finished answer. The reasoning is shown to programs that ask for a summary, and sealed for those that keep it. */
export function outputOf(row: GenerationRow, { noted }: Asked, { images, keys }: OutputOptions): OutputItem[] {
  const { text, thinking, calls, sources, cut } = row
  const status = cut ? 'incomplete' : 'completed'
  const sealed = noted?.sealed && sealedOf(keys, row)
  const reasoning: OutputItem[] =
    thinking || sealed
      ? [
          {
            type: 'reasoning',
            id: itemIdOf('reasoning', row, 0),
            summary: noted?.summary === undefined || !thinking ? [] : [{ type: 'summary_text', text: thinking }],
            ...(sealed && { encrypted_content: sealed }),
          },
        ]
      : []
  const hasText = Boolean(text) || (!calls && images.length === 0)
  const message: OutputItem[] = hasText
    ? [{ type: 'message', id: itemIdOf('message', row, 0), status, role: 'assistant', content: [textPartOf(text ?? '', sources)] }]
    : []
  return [
    ...reasoning,
    ...message,
    ...(calls ?? []).map(({ id, name, input }, index) => ({
      type: 'function_call' as const,
      id: itemIdOf('function_call', row, index),
      call_id: id,
      name,
      arguments: input,
      status: 'completed' as const,
    })),
    ...imageItems(row, images),
  ]
}

export const imageItems = (row: GenerationRow, images: readonly AnswerImage[]) =>
  images.map(({ image_url: { url } }, index) => ({
    type: 'image_generation_call' as const,
    id: itemIdOf('image_generation_call', row, index),
    status: 'completed' as const,
    result: url.replace(/^[^,]*,/, ''),
  }))
