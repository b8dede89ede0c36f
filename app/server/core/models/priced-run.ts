import type { OptionValues } from '#app/contract/generations.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { Priced } from './price.ts'

export type PricedRunOptions = {
  model: Pick<ProviderModel, 'maxOutputTokens'>
  prompt: string
  options: OptionValues
  history: readonly { text: string; attached: readonly unknown[] }[]
  /** Files of the run itself. */
  files: number
}

/** Models add a few tokens to each turn for its role. */
const bytesAroundATurn = 16

/** The quantities that price a run, for quote and charge. */
export function pricedRun({ model, prompt, options, history, files }: PricedRunOptions): Priced {
  const { system } = options
  const systemBytes = typeof system === 'string' ? Buffer.byteLength(system) : 0
  const said = history.reduce((sum, { text }) => sum + Buffer.byteLength(text) + bytesAroundATurn, 0)
  return {
    prompt,
    options,
    files: history.reduce((sum, { attached }) => sum + attached.length, files),
    contextBytes: systemBytes + said,
    ...(model.maxOutputTokens !== undefined && { maxOutputTokens: model.maxOutputTokens }),
  }
}
