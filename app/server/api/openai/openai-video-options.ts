import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { VideoRequest } from '#app/contract/protocols/openai-videos.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import { choicesOf, defined, sizeOptions } from './openai-options.ts'
import { refuse } from '../protocols/refuse.ts'

/** `ignored`: the parameters that have no effect on the model. */
export function videoOptions(
  { options }: Pick<ProviderModel, 'options'>,
  { seconds, size }: VideoRequest,
): { options: OptionValues; ignored: string[] } {
  const hasSize = options.aspect ?? options.size ?? options.resolution
  return {
    options: defined({
      ...(options.duration && seconds != null && { duration: durationOf(options.duration, seconds) }),
      ...(hasSize && sizeOptions(options, size)),
      ...(hasSize && { resolution: resolutionOf(choicesOf(options.resolution), size) }),
    }),
    ignored: [...(seconds != null && !options.duration ? ['seconds'] : []), ...(size && size !== 'auto' && !hasSize ? ['size'] : [])],
  }
}

/** A length has a price, so it is taken as it is or refused. */
function durationOf(option: ProviderModel['options'][string], seconds: number): string | number {
  if (!('enum' in option)) return seconds
  return option.enum.find((one) => Number.parseFloat(one) === seconds) ?? refuse('seconds', 'not_an_option')
}

/** The smallest resolution that is at least as large, such as `720p`. */
function resolutionOf(choices: readonly string[], size: string | null | undefined): string | undefined {
  const sides = /^(\d{2,5})x(\d{2,5})$/
    .exec(size ?? '')
    ?.slice(1)
    .map(Number)
  if (!sides) return undefined
  const known = choices.filter((one) => /^\d+p?$/.test(one)).toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
  return known.find((one) => Number.parseInt(one, 10) >= Math.min(...sides)) ?? known.at(-1)
}
