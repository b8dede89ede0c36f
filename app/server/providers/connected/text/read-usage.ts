import * as v from 'valibot'
import type { Usage } from '../../kinds.ts'

const count = v.optional(v.nullable(v.number()))
const details = v.optional(v.nullable(v.object({ cached_tokens: count })))
/** Anthropic does not count what it reads from its cache, or writes there, as input. */
const anthropicEntries = { cache_read_input_tokens: count, cache_creation_input_tokens: count }
const usageSchema = v.object({
  prompt_tokens: count,
  completion_tokens: count,
  input_tokens: count,
  output_tokens: count,
  prompt_tokens_details: details,
  input_tokens_details: details,
  /** DeepSeek. */
  prompt_cache_hit_tokens: count,
  ...anthropicEntries,
})
const eventSchema = v.object({
  type: v.optional(v.string()),
  /** OpenAI's chat protocol and its copies; the output in Anthropic's `message_delta`. */
  usage: v.optional(v.nullable(usageSchema)),
  /** Anthropic's `message_start`, sent before there is any output. */
  message: v.optional(v.object({ usage: v.optional(v.object({ input_tokens: count, ...anthropicEntries })) })),
  /** Google. */
  usageMetadata: v.optional(
    v.object({
      promptTokenCount: count,
      toolUsePromptTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
      cachedContentTokenCount: count,
    }),
  ),
})

/** Returns the usage so far, which some services report with each event of a stream. */
export function readUsage(event: unknown): Usage {
  const parsed = v.safeParse(eventSchema, event)
  if (!parsed.success) return {}
  const { usage, message, usageMetadata: google } = parsed.output
  const asked = google?.promptTokenCount && google.promptTokenCount + (google.toolUsePromptTokenCount ?? 0)
  const written = google?.candidatesTokenCount
  const counted = usage ?? message?.usage
  const apart = (counted?.cache_read_input_tokens ?? 0) + (counted?.cache_creation_input_tokens ?? 0)
  const input = usage?.prompt_tokens ?? counted?.input_tokens
  return countsOf({
    inputTokens: input == null ? asked : input + apart,
    cachedTokens:
      counted?.cache_read_input_tokens ??
      usage?.prompt_tokens_details?.cached_tokens ??
      usage?.input_tokens_details?.cached_tokens ??
      usage?.prompt_cache_hit_tokens ??
      google?.cachedContentTokenCount,
    outputTokens: usage?.completion_tokens ?? usage?.output_tokens ?? (written && written + (google.thoughtsTokenCount ?? 0)),
  })
}

type Count = number | null | undefined
type Counts = Partial<Record<'inputTokens' | 'cachedTokens' | 'outputTokens' | 'reasoningTokens', Count>>

/** Returns valid counts only; some servers send zeros, nothing or invalid values. */
export function countsOf({ inputTokens, cachedTokens, outputTokens, reasoningTokens }: Counts): Usage {
  return {
    ...(isCount(inputTokens) && { inputTokens }),
    ...(isCount(cachedTokens) && { cachedTokens }),
    ...(isCount(outputTokens) && { outputTokens }),
    ...(isCount(reasoningTokens) && { reasoningTokens }),
  }
}

const isCount = (value: Count): value is number => value != null && Number.isFinite(value) && value > 0
