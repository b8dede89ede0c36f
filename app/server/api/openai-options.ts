import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import {
  type ChatCompletionRequest,
  type ChatMessage,
  type ImageRequest,
  type SpeechRequest,
  effortLevels,
  type TranscriptionFields,
} from '#app/contract/runs/openai.ts'
import { ownVoiceId } from '#app/contract/runs/own-voice.ts'
import { Problem } from '../core/problem.ts'
import type { ModelOption, ProviderModel } from '../providers/provider.ts'
import { writeStops } from '../providers/stop-texts.ts'

/** Translates OpenAI's parameters to a model's own options. Parameters without a matching option are ignored. */

type Model = Pick<ProviderModel, 'options' | 'history'>

const refuse = (param: string, code: FieldErrorCode): never => {
  throw new Problem('invalid_input', { fields: { [param]: code } })
}

function choicesOf(option: ModelOption | undefined): readonly string[] {
  return option && 'enum' in option ? option.enum : []
}

/** The nearest value that the option accepts. */
function fit(option: ModelOption | undefined, value: number, round: (steps: number) => number): number | undefined {
  if (option?.type !== 'integer' && option?.type !== 'number') return undefined
  const step = option.multipleOf ?? (option.type === 'integer' ? 1 : undefined)
  const stepped = step ? Number((round(value / step) * step).toFixed(6)) : value
  return Math.min(option.maximum, Math.max(option.minimum, stepped))
}

const defined = (values: Record<string, string | number | boolean | undefined>): OptionValues =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** A file as the client sent it: a `data:` URL or the id of an upload. */
export type SentFile = { url: string; name?: string | null | undefined }
/** A turn with its files. */
export type SentTurn = { role: 'user' | 'assistant'; text: string; files: SentFile[] }

type Part = Exclude<NonNullable<ChatMessage['content']>, string>[number]
const partsOf = ({ content }: ChatMessage): readonly Part[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])

/** Returns the file of a part. The server recognizes the format by the content. */
function fileOf(part: Part): SentFile | undefined {
  if (part.type === 'image_url') return part.image_url
  if (part.type === 'input_audio') return { url: `data:;base64,${part.input_audio.data}` }
  if (part.type === 'file') return { url: part.file.file_data, name: part.file.filename }
  return undefined
}

/** The prompt of a message that has only files, in the form of our other notes to the model. */
const onlyFiles = '[Attached files]'

/** Divides messages into the last turn with the prompt, earlier turns and the system message. */
export function readMessages(messages: readonly ChatMessage[]): { last: SentTurn; earlier: SentTurn[]; system: string } {
  const system: string[] = []
  const turns: SentTurn[] = []
  for (const message of messages) {
    const { role } = message
    if (message.content == null && role !== 'assistant') refuse('messages', 'content_not_taken')
    const parts = partsOf(message)
    const text = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')
    const files = parts.flatMap((part) => fileOf(part) ?? [])
    if (role !== 'user' && files.length > 0) refuse('messages', 'content_not_text')
    if (role === 'assistant') files.push(...(message.images ?? []).map(({ image_url }) => image_url))
    const before = turns.at(-1)
    if (role === 'system' || role === 'developer') system.push(text)
    else if (before?.role === role) {
      before.text += `\n\n${text}`
      before.files.push(...files)
    }
    // An assistant message before the first question belongs to no turn.
    else if (role === 'user' || turns.length > 0) turns.push({ role, text, files })
  }
  const last = turns.pop()
  if (last?.role !== 'user') return refuse('messages', 'last_not_user')
  if (last.text.trim() === '' && last.files.length > 0) last.text = onlyFiles
  if (last.text.trim() === '') return refuse('messages', 'prompt_empty')
  return { last, earlier: turns.filter(({ text, files }) => text.trim() !== '' || files.length > 0), system: system.join('\n\n') }
}

export function chatOptions({ options }: Model, request: ChatCompletionRequest, system: string): OptionValues {
  const longest = request.max_completion_tokens ?? request.max_tokens
  const who = options.system
  if (system && who?.type === 'string' && 'maxLength' in who && system.length > who.maxLength) refuse('messages', 'prompt_too_long')
  const stops = [request.stop ?? []].flat().filter((stop) => stop !== '')
  if (stops.length > 0 && !options.stop) refuse('stop', 'unsupported')
  const json = request.response_format?.type === 'json_object'
  if (json && !options.json) refuse('response_format', 'unsupported')
  return defined({
    system: system && who ? system : undefined,
    max_output_tokens: longest ? fit(options.max_output_tokens, longest, Math.ceil) : undefined,
    temperature: typeof request.temperature === 'number' ? fit(options.temperature, request.temperature, Math.round) : undefined,
    stop: stops.length > 0 ? writeStops(stops) : undefined,
    json: json || undefined,
    effort: request.reasoning_effort ? effortOf(options.effort, request.reasoning_effort) : undefined,
    ...request.options,
  })
}

/** The nearest level of the model, the lower one of two. */
function effortOf(option: ModelOption | undefined, level: (typeof effortLevels)[number]): string | undefined {
  const distance = (other: (typeof effortLevels)[number]) => Math.abs(effortLevels.indexOf(other) - effortLevels.indexOf(level))
  return effortLevels.filter((one) => choicesOf(option).includes(one)).toSorted((one, other) => distance(one) - distance(other))[0]
}

export function imageOptions({ options }: Model, request: ImageRequest): OptionValues {
  const { n, size, quality, background, output_format: format } = request
  const count = n ?? 1
  const most = options.count?.type === 'integer' ? options.count.maximum : 1
  if (count > most) refuse('n', 'too_large')
  return defined({
    count: options.count && n ? count : undefined,
    ...sizeOptions(options, size),
    quality: chooseOf(options.quality, quality === 'standard' ? 'medium' : quality === 'hd' ? 'high' : quality),
    transparent: background === 'transparent' && options.transparent ? true : undefined,
    format: options.format ? (format ? required(options.format, format, 'output_format') : chooseOf(options.format, 'png')) : undefined,
    ...request.options,
  })
}

/** Returns the nearest aspect ratio, and the smallest size that is at least as large as requested. */
function sizeOptions(options: Model['options'], size: string | null | undefined): Record<string, string | undefined> {
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

export function speechOptions({ options }: Model, request: SpeechRequest): OptionValues {
  const voice = typeof request.voice === 'object' ? request.voice?.id : request.voice
  const format = request.response_format ?? undefined
  return defined({
    voice: options.voice && voice ? voiceOf(options.voice, voice) : undefined,
    speed: request.speed ? fit(options.speed, request.speed, Math.round) : undefined,
    format: options.format
      ? format
        ? required(options.format, format === 'aac' ? 'm4a' : format, 'response_format')
        : chooseOf(options.format, 'mp3')
      : undefined,
    ...request.options,
  })
}

function voiceOf(option: ModelOption, voice: string): string | undefined {
  if (!('enum' in option)) return voice
  if (ownVoiceId(voice) !== undefined) return voice
  return chooseOf(option, voice) ?? (usualVoices.has(voice.toLowerCase()) ? undefined : refuse('voice', 'not_an_option'))
}

/** Formats with times, which some models cannot give. */
const timed: ReadonlySet<TranscriptionFields['response_format']> = new Set(['srt', 'vtt', 'verbose_json', 'diarized_json'])

export function transcriptionOptions(model: Model & Pick<ProviderModel, 'timeless'>, request: TranscriptionFields): OptionValues {
  const { language, prompt, response_format: format } = request
  const { options } = model
  if (model.timeless && timed.has(format)) return refuse('response_format', 'no_times')
  const terms = options.terms && 'maxLength' in options.terms ? prompt?.slice(0, options.terms.maxLength) : undefined
  return defined({
    language: options.language && language ? required(options.language, language, 'language') : undefined,
    speakers: options.speakers && format === 'diarized_json' ? true : undefined,
    terms,
  })
}
