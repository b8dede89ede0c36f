import type { OptionValues } from '#app/contract/generations.ts'
import type { Turn } from '../../providers/kinds.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { Priced } from './price.ts'

export type PricedRunOptions = {
  model: Pick<ProviderModel, 'maxOutputTokens'>
  prompt: string
  options: OptionValues
  history: readonly Turn[]
  files: number
}

/** Each turn is wrapped in a few tokens that say whose it is. */
const bytesAroundATurn = 16

/** What the price of a run depends on, when it is quoted and when it is charged. */
export function pricedRun({ model, prompt, options, history, files }: PricedRunOptions): Priced {
  const { system } = options
  const told = typeof system === 'string' ? Buffer.byteLength(system) : 0
  const said = history.reduce((sum, { text }) => sum + Buffer.byteLength(text) + bytesAroundATurn, 0)
  return {
    prompt,
    options,
    files,
    contextBytes: told + said,
    ...(model.maxOutputTokens !== undefined && { maxOutputTokens: model.maxOutputTokens }),
  }
}
