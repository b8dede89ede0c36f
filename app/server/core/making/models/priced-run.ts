import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { InputRole } from '#app/contract/base/values.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Priced, PricedFile } from './price.ts'

type Attached = { input: { role: InputRole }; source: PricedFile }

export type PricedRunOptions = {
  model: Pick<ProviderModel, 'maxOutputTokens'>
  prompt: string
  options: OptionValues
  history: readonly { text: string; attached: readonly Attached[] }[]
  /** Files of the run itself. */
  attached: readonly Attached[]
}

/** Models add a few tokens to each turn for its role. */
const bytesAroundATurn = 16

/** The quantities that price a run, for quote and charge. */
export function pricedRun({ model, prompt, options, history, attached }: PricedRunOptions): Priced {
  const { system } = options
  const systemBytes = typeof system === 'string' ? Buffer.byteLength(system) : 0
  const said = history.reduce((sum, { text }) => sum + Buffer.byteLength(text) + bytesAroundATurn, 0)
  return {
    prompt,
    options,
    files: [...history.flatMap((turn) => turn.attached), ...attached].map(({ input, source }) => ({
      ...source,
      ...(input.role === 'speech' && { isCompanion: true }),
    })),
    contextBytes: systemBytes + said,
    ...(model.maxOutputTokens !== undefined && { maxOutputTokens: model.maxOutputTokens }),
  }
}
