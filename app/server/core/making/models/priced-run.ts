import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Asked, ToolCall } from '#app/contract/studio/turns.ts'
import type { InputRole } from '#app/contract/base/values.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Priced, PricedFile } from './price.ts'

type Attached = { input: { role: InputRole }; source: PricedFile }

export type PricedRunOptions = {
  model: Pick<ProviderModel, 'maxOutputTokens' | 'options' | 'price' | 'task'>
  prompt: string
  options: OptionValues
  history: readonly { text: string; calls?: readonly ToolCall[]; replay?: readonly unknown[]; attached: readonly Attached[] }[]
  /** Bytes of answers in the parts of their service, which go back with the conversation and are not in `history`. */
  replayed?: number | undefined
  /** The request of a program; then `history` is the whole conversation. Its tools and schemas are sent as text. */
  asked?: Asked | undefined
  /** Files of the run itself. */
  attached: readonly Attached[]
}

/** Models add a few tokens to each turn for its role. */
const bytesAroundATurn = 16

/** The quantities that price a run, for quote and charge. */
export function pricedRun({ model, prompt, options, history, replayed = 0, attached, asked }: PricedRunOptions): Priced {
  const { system } = options
  const systemBytes = typeof system === 'string' ? Buffer.byteLength(system) : 0
  const said = history.reduce((sum, { text, calls = [] }) => sum + Buffer.byteLength(text) + bytesOf(calls) + bytesAroundATurn, 0)
  const sentBack = history.reduce((sum, { replay }) => sum + replayBytes(replay), replayed)
  const wanted = asked ? Buffer.byteLength(JSON.stringify([asked.tools, asked.format])) : 0
  const longest = model.task === 'embed' ? 0 : asked ? longestAnswer({ model, options, asked }) : model.maxOutputTokens
  return {
    prompt: asked ? '' : prompt,
    options,
    files: [...history.flatMap((turn) => turn.attached), ...attached].map(({ input, source }) => ({
      ...source,
      ...(input.role === 'speech' && { isCompanion: true }),
    })),
    contextBytes: systemBytes + said + sentBack + wanted,
    ...(longest !== undefined && { maxOutputTokens: longest }),
  }
}

/** Reasoning and signatures that a service wants back are read like text. */
export const replayBytes = (parts: readonly unknown[] | undefined) => (parts ? Buffer.byteLength(JSON.stringify(parts)) : 0)

const bytesOf = (calls: readonly ToolCall[]) => calls.reduce((sum, { name, input }) => sum + Buffer.byteLength(name + input), 0)

type Answering = { model: Pick<ProviderModel, 'maxOutputTokens' | 'options' | 'price'>; options: OptionValues; asked: Asked }

/**
 * Returns the model tokens that an answer to a program may have: those that it asks for. Where they are paid for and it names none, they are
 * the usual ones, because the price of an answer is held before it is written. Undefined: the service decides.
 */
export function longestAnswer({ model, options, asked }: Answering): number | undefined {
  const named = options.max_output_tokens ?? asked.settings?.maxOutputTokens
  if (typeof named === 'number') return named
  if (model.price.per?.measure !== 'model_tokens') return undefined
  const usual = model.options.max_output_tokens?.default
  return typeof usual === 'number' ? usual : model.maxOutputTokens
}
