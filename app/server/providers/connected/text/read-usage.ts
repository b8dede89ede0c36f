import * as v from 'valibot'
import type { Usage } from '../../kinds.ts'

const count = v.optional(v.nullable(v.number()))
const eventSchema = v.object({
  type: v.optional(v.string()),
  /** OpenAI's chat protocol and its copies; the output in Anthropic's `message_delta`. */
  usage: v.optional(v.nullable(v.object({ prompt_tokens: count, completion_tokens: count, input_tokens: count, output_tokens: count }))),
  /** Anthropic's `message_start`, sent before there is any output. */
  message: v.optional(v.object({ usage: v.optional(v.object({ input_tokens: count })) })),
  /** Google. */
  usageMetadata: v.optional(
    v.object({ promptTokenCount: count, toolUsePromptTokenCount: count, candidatesTokenCount: count, thoughtsTokenCount: count }),
  ),
})

/** Returns the usage so far, which some services report with each event of a stream. */
export function readUsage(event: unknown): Usage {
  const parsed = v.safeParse(eventSchema, event)
  if (!parsed.success) return {}
  const { usage, message, usageMetadata: google } = parsed.output
  const asked = google?.promptTokenCount && google.promptTokenCount + (google.toolUsePromptTokenCount ?? 0)
  const written = google?.candidatesTokenCount
  return countsOf({
    inputTokens: usage?.prompt_tokens ?? usage?.input_tokens ?? message?.usage?.input_tokens ?? asked,
    outputTokens: usage?.completion_tokens ?? usage?.output_tokens ?? (written && written + (google.thoughtsTokenCount ?? 0)),
  })
}

type Count = number | null | undefined
type Counts = {
  inputTokens?: Count
  outputTokens?: Count
  inputTokenDetails?: { cacheReadTokens?: Count }
  outputTokenDetails?: { reasoningTokens?: Count }
}

/** Returns valid counts only; some servers send zeros, nothing or invalid values. */
export function countsOf({ inputTokens, outputTokens, inputTokenDetails, outputTokenDetails }: Counts): Usage {
  const [cachedTokens, reasoningTokens] = [inputTokenDetails?.cacheReadTokens, outputTokenDetails?.reasoningTokens]
  return {
    ...(isCount(inputTokens) && { inputTokens }),
    ...(isCount(cachedTokens) && { cachedTokens }),
    ...(isCount(outputTokens) && { outputTokens }),
    ...(isCount(reasoningTokens) && { reasoningTokens }),
  }
}

const isCount = (value: Count): value is number => value != null && Number.isFinite(value) && value > 0
