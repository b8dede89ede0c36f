import type { ChatCall, ChatUsage, FinishReason } from '#app/contract/protocols/chat.ts'
import type { ToolCall, Turn } from '#app/contract/studio/turns.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'

/** The answer of a run in the words of chat completions. */

export const toChatCall = ({ id, name, input }: ToolCall): ChatCall => ({ id, type: 'function', function: { name, arguments: input } })

/** The reason of the end in the protocol's words. */
export const finishReasonOf = ({ cut, calls }: Pick<GenerationRow, 'cut' | 'calls'>): FinishReason =>
  cut ? 'length' : calls ? 'tool_calls' : 'stop'

/** Estimates tokens from text: a token is about four bytes. */
const estimate = (text: string) => Math.ceil(Buffer.byteLength(text) / 4)

type SaidTurn = Pick<Turn, 'text' | 'calls'>

const estimateSaid = (turns: readonly SaidTurn[]) =>
  estimate(turns.flatMap((turn) => [turn.text, ...(turn.calls ?? []).map(({ input }) => input)]).join('\n'))

/** Model tokens of a file, for lack of a better guess; those of a picture of medium size. */
const tokensOfAFile = 1_600

/** Estimates what a model would read: turns with their files, and what else is `sent` as JSON, such as tools. */
export const estimateTurns = (turns: readonly (SaidTurn & { files: readonly unknown[] })[], sent: readonly unknown[]): number =>
  estimateSaid(turns) +
  turns.reduce((sum, { files }) => sum + files.length * tokensOfAFile, 0) +
  sent.reduce<number>((sum, one) => sum + (one == null ? 0 : estimate(JSON.stringify(one))), 0)

/** Returns the usage that the model's service reports, or an estimate. */
export function countUsage({ usage, text, calls }: GenerationRow, turns: readonly Turn[]): ChatUsage {
  const prompt_tokens = usage?.inputTokens ?? estimateSaid(turns)
  const completion_tokens = usage?.outputTokens ?? estimate([text ?? '', ...(calls ?? []).map(({ input }) => input)].join('\n'))
  const { cachedTokens, reasoningTokens } = usage ?? {}
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    ...(cachedTokens !== undefined && { prompt_tokens_details: { cached_tokens: cachedTokens } }),
    ...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  }
}
