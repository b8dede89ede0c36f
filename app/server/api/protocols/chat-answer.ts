import type { ChatCall, ChatUsage, FinishReason } from '#app/contract/runs/chat.ts'
import type { ToolCall, Turn } from '#app/contract/runs/turns.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'

/** The answer of a run in the words of chat completions. */

export const toChatCall = ({ id, name, input }: ToolCall): ChatCall => ({ id, type: 'function', function: { name, arguments: input } })

/** The reason of the end in the protocol's words. */
export const finishReasonOf = ({ cut, calls }: Pick<GenerationRow, 'cut' | 'calls'>): FinishReason =>
  cut ? 'length' : calls ? 'tool_calls' : 'stop'

/** Estimates tokens from text: a token is about four bytes. */
const estimate = (text: string) => Math.ceil(Buffer.byteLength(text) / 4)

/** Returns the usage that the model's service reports, or an estimate. */
export function countUsage({ usage, text, calls }: GenerationRow, turns: readonly Turn[]): ChatUsage {
  const said = turns.flatMap((turn) => [turn.text, ...(turn.calls ?? []).map(({ input }) => input)])
  const prompt_tokens = usage?.inputTokens ?? estimate(said.join('\n'))
  const completion_tokens = usage?.outputTokens ?? estimate([text ?? '', ...(calls ?? []).map(({ input }) => input)].join('\n'))
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}
