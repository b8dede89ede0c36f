import type { FilmDocument, Shot } from '#app/contract/films/film-document.ts'
import type { FilmWish } from '#app/contract/films/film-values.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { ModelOption, ProviderModel } from '#app/server/providers/provider.ts'

export type Derived = { options: OptionValues; honours: FilmWish[]; notHonoured: FilmWish[] }

type Wish = Partial<{
  shape: FilmDocument['shape']
  style: FilmDocument['look']['style']
  seconds: number
  camera: Shot['camera']
  resolution: string
}>

/** The camera of the built-in model for each of a film. */
const builtInCameras: Record<Shot['camera'], string> = {
  still: 'still',
  push_in: 'zoom-in',
  pull_out: 'zoom-out',
  pan_left: 'pan',
  pan_right: 'pan',
  tilt_up: 'tilt',
  tilt_down: 'tilt',
}

/**
 * Sets the options of a model by what the film says, as far as the model has them. Options that the person has chosen win. `shape` and
 * `length` are reported as honoured or not; the others are improvements.
 */
export function deriveOptions({ options }: Pick<ProviderModel, 'options'>, chosen: OptionValues, wish: Wish): Derived {
  const derived: OptionValues = {}
  const honours: FilmWish[] = []
  const notHonoured: FilmWish[] = []
  const offers = (name: string, value: string): boolean => {
    const option = options[name]
    return option !== undefined && 'enum' in option && option.enum.includes(value)
  }
  const set = (name: string, value: OptionValues[string]) => {
    if (!(name in chosen)) derived[name] = value
  }
  if (wish.shape !== undefined) {
    const found = shapeOf(options, wish.shape)
    if (found && !(found.name in chosen)) derived[found.name] = found.value
    const isRight = found?.isExact === true && (chosen[found.name] ?? found.value) === found.value
    ;(isRight ? honours : notHonoured).push('shape')
  }
  if (wish.style !== undefined && wish.style !== 'auto' && offers('style', wish.style)) {
    set('style', wish.style)
    honours.push('style')
  }
  if (wish.seconds !== undefined) {
    const length = lengthOf(options.duration, wish.seconds)
    if (length !== undefined) set('duration', length)
    const made = Number(chosen.duration ?? length ?? 0)
    // Whole seconds of models meet shots of frames.
    ;(made + 0.05 >= wish.seconds ? honours : notHonoured).push('length')
  }
  if (wish.camera !== undefined && offers('camera', builtInCameras[wish.camera])) set('camera', builtInCameras[wish.camera])
  if (wish.resolution !== undefined && offers('resolution', wish.resolution)) set('resolution', wish.resolution)
  // The film has its own words and music.
  if (offers('sound', 'none')) set('sound', 'none')
  // Editors read MP3.
  if (offers('format', 'mp3')) set('format', 'mp3')
  return { options: derived, honours, notHonoured }
}

const ratioOf = (value: string): number => {
  const [, width, height] = /^(\d+)\s*[:x×]\s*(\d+)/.exec(value) ?? []
  return width && height ? Number(width) / Number(height) : Number.NaN
}

type Shape = { name: string; value: string; isExact: boolean }

/** Finds the value that comes closest to a shape, among options whose values are ratios or sizes. */
function shapeOf(options: Record<string, ModelOption>, shape: string): Shape | undefined {
  const wanted = ratioOf(shape)
  const values = Object.entries(options).flatMap(([name, option]) =>
    'enum' in option ? option.enum.flatMap((value) => (Number.isNaN(ratioOf(value)) ? [] : [{ name, value }])) : [],
  )
  const byDistance = values
    .map(({ name, value }) => ({ name, value, distance: Math.abs(Math.log(ratioOf(value) / wanted)) }))
    .sort((one, other) => one.distance - other.distance)
  const [best] = byDistance
  return best && { name: best.name, value: best.value, isExact: best.distance < 0.03 }
}

/** The smallest length that covers the seconds, otherwise the largest. */
function lengthOf(option: ModelOption | undefined, seconds: number): OptionValues[string] | undefined {
  if (!option) return undefined
  if ('enum' in option) {
    const values = option.enum.filter((value) => Number(value) > 0).sort((one, other) => Number(one) - Number(other))
    return values.find((value) => Number(value) >= seconds) ?? values.at(-1)
  }
  if (option.type !== 'integer' && option.type !== 'number') return undefined
  const step = option.multipleOf ?? (option.type === 'integer' ? 1 : 0.5)
  const least = Math.ceil(Number((seconds / step).toFixed(3))) * step
  return Math.min(option.maximum, Math.max(option.minimum, least))
}
