import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { ImageRequest } from '#app/contract/protocols/openai-images.ts'
import type { SpeechFormat, SpeechRequest, TranscriptionFields } from '#app/contract/protocols/openai-audio.ts'
import { ownVoiceId } from '#app/contract/runs/own-voice.ts'
import type { ModelOption, ProviderModel } from '../../providers/provider.ts'
import { refuse } from '../protocols/refuse.ts'

/** Translates OpenAI's parameters to a model's own options. Parameters without a matching option are ignored. */

type Model = Pick<ProviderModel, 'options'>

export function choicesOf(option: ModelOption | undefined): readonly string[] {
  return option && 'enum' in option ? option.enum : []
}

/** The nearest value that the option accepts. */
function fit(option: ModelOption | undefined, value: number, round: (steps: number) => number): number | undefined {
  if (option?.type !== 'integer' && option?.type !== 'number') return undefined
  const step = option.multipleOf ?? (option.type === 'integer' ? 1 : undefined)
  const stepped = step ? Number((round(value / step) * step).toFixed(6)) : value
  return Math.min(option.maximum, Math.max(option.minimum, stepped))
}

export const defined = (values: Record<string, string | number | boolean | undefined>): OptionValues =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** `ignored`: the parameters that have no effect on the model. */
export function imageOptions({ options }: Model, request: ImageRequest): { options: OptionValues; ignored: string[] } {
  const { n, size, quality, background, output_format: format } = request
  const count = n ?? 1
  const most = options.count?.type === 'integer' ? options.count.maximum : 1
  if (count < 1) refuse('n', 'too_small')
  if (count > most) refuse('n', 'too_large')
  const chosen = chooseOf(options.quality, quality === 'standard' ? 'medium' : quality === 'hd' ? 'high' : quality)
  const without = {
    size: Boolean(size) && size !== 'auto' && !options.aspect && !options.size,
    quality: Boolean(quality) && quality !== 'auto' && chosen === undefined,
    background: background === 'transparent' && !options.transparent,
    output_format: Boolean(format) && !options.format,
  }
  return {
    options: defined({
      count: options.count && n ? count : undefined,
      ...sizeOptions(options, size),
      quality: chosen,
      transparent: background === 'transparent' && options.transparent ? true : undefined,
      format: options.format ? (format ? required(options.format, format, 'output_format') : chooseOf(options.format, 'png')) : undefined,
      ...request.options,
    }),
    ignored: Object.entries(without).flatMap(([name, isIgnored]) => (isIgnored ? [name] : [])),
  }
}

/** Returns the nearest aspect ratio, and the smallest size that is at least as large as requested. */
export function sizeOptions(options: Model['options'], size: string | null | undefined): Record<string, string | undefined> {
  if (!size || size === 'auto') return {}
  const shapes = choicesOf(options.aspect)
  if (shapes.includes(size)) return { aspect: size }
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(size)?.map(Number) ?? []
  if (!width || !height) return refuse('size', 'not_an_option')
  const distance = (shape: string) => {
    const [wide = 1, high = 1] = shape.split(':').map(Number)
    return Math.abs(Math.log((wide / high) * (height / width)))
  }
  const longer = Math.max(width, height)
  const sizes = choicesOf(options.size).filter((one) => /^\d+$/.test(one))
  return {
    aspect: shapes.toSorted((a, b) => distance(a) - distance(b))[0],
    size: sizes.find((one) => Number(one) >= longer) ?? sizes.at(-1),
  }
}

const chooseOf = (option: ModelOption | undefined, value: string | null | undefined) => choicesOf(option).find((choice) => choice === value)

function required(option: ModelOption, value: string, param: string): string {
  return chooseOf(option, value) ?? refuse(param, 'not_an_option')
}

/** OpenAI's voices, which programs send by default. */
const usualVoices = new Set(
  'alloy ash ballad coral echo fable nova onyx sage shimmer verse marin cedar'.split(' ').concat('default', 'auto', ''),
)

/** `ignored`: the parameters that have no effect on the model. */
export function speechOptions({ options }: Model, request: SpeechRequest): { options: OptionValues; ignored: string[] } {
  const voice = typeof request.voice === 'object' ? request.voice?.id : request.voice
  const { instructions, speed } = request
  const takesInstructions = options.instructions && 'maxLength' in options.instructions
  return {
    options: defined({
      voice: options.voice && voice ? voiceOf(options.voice, voice) : undefined,
      speed: speed ? fit(options.speed, speed, Math.round) : undefined,
      instructions: takesInstructions ? (instructions ?? undefined) : undefined,
      format: options.format ? nearestFormat(options.format, request.response_format ?? 'mp3') : undefined,
      ...request.options,
    }),
    ignored: [
      ...(instructions && !takesInstructions ? ['instructions'] : []),
      ...(speed != null && speed !== 1 && !options.speed ? ['speed'] : []),
    ],
  }
}

/** Returns the model's own name of a format, or else one without losses, from which the format is made. */
function nearestFormat(option: ModelOption, format: SpeechFormat): string | undefined {
  const names = [format, ...(format === 'aac' ? ['m4a'] : []), 'wav', 'flac']
  return names.map((name) => chooseOf(option, name)).find((name) => name !== undefined)
}

function voiceOf(option: ModelOption, voice: string): string | undefined {
  if (!('enum' in option)) return voice
  if (ownVoiceId(voice) !== undefined) return voice
  return chooseOf(option, voice) ?? (usualVoices.has(voice.toLowerCase()) ? undefined : refuse('voice', 'not_an_option'))
}

/** Formats with times, which some models cannot give. */
const timed: ReadonlySet<TranscriptionFields['response_format']> = new Set(['srt', 'vtt', 'verbose_json', 'diarized_json'])

/** `ignored`: the parameters that have no effect on the model. */
export function transcriptionOptions(
  model: Model & Pick<ProviderModel, 'timeless'>,
  request: TranscriptionFields,
): { options: OptionValues; ignored: string[] } {
  const { language, prompt, response_format: format } = request
  const { options } = model
  if (model.timeless && timed.has(format)) return refuse('response_format', 'no_times')
  // Terms with a condition exclude speakers, and a model that takes them gives no times either.
  const own = options.terms?.['x-when'] && timed.has(format) ? undefined : options.terms
  const terms = own && 'maxLength' in own ? prompt?.slice(0, own.maxLength) : undefined
  return {
    options: defined({
      language: options.language && language ? required(options.language, language, 'language') : undefined,
      speakers: options.speakers && format === 'diarized_json' ? true : undefined,
      terms,
    }),
    ignored: [...(language && !options.language ? ['language'] : []), ...(prompt && terms === undefined ? ['prompt'] : [])],
  }
}
