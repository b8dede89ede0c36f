import type { PriceRule } from '#app/contract/runs/models.ts'
import type { Abilities } from '#app/contract/studio/turns.ts'
import type { FileKind } from '#app/contract/base/values.ts'
import type { ServerText } from '../../i18n.ts'
import { type Effort, input, option, promptFor } from '../catalogue/options.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { assumedAbilities } from '../connected/text/abilities.ts'
import { pictureSizes } from '../connected/media/frame-size.ts'
import { type Voice, voiceLabels } from '../connected/voices.ts'

export type ListedModelOptions = {
  /** The provider's id. */
  server: string
  /** The server's own name for the model. */
  model: string
  price: PriceRule | null
  /** The kinds of files that it reads, as far as the server reports them. */
  reads: readonly FileKind[]
  /** Context length in model tokens, question and answer together; null if the server does not report it. */
  contextLength: number | null
  /** The levels of thinking that the server takes, as far as it reports that the model thinks. */
  efforts?: readonly Effort[]
  /** The kind that the server reports; without one, the name decides. */
  kind?: ListedKind | undefined
  /** Abilities that programs use, as far as the server reports it. */
  can?: Abilities
  /** The voices of a model of speech, as far as the server lists them. */
  voices?: readonly Voice[]
}
export type ListedKind = 'text' | 'image' | 'speech' | 'transcription' | 'embedding'

const description: ServerText = /*i18n*/ {
  id: 'model.listed',
  message: 'Runs on another server connected by the administrator.',
}

/** Longest id, which is our own limit. Names are shown to people, so anything unusual is refused. */
const longestId = 100
const plainName = /^[\p{L}\p{N}][\p{L}\p{N} ._:/@+-]*$/u

/** Longest path of a file, in characters. */
const longestPath = 1_000

/** Returns the name of a model, whose id at llama.cpp may be the path of its file. Names with a publisher, such as `ann/small`, are no paths. */
function nameOf(model: string): string {
  const isPath = /^(?:[/~.]|[a-z]:)/i.test(model) || model.includes('\\')
  return isPath && model.length <= longestPath ? (model.split(/[/\\]/).at(-1) ?? model) : model
}

/** The levels of thinking of OpenAI's field, as Ollama and llama.cpp take them. */
export const ownEfforts = ['none', 'low', 'medium', 'high'] as const satisfies readonly Effort[]

/** Most servers do not report the output of a model, so its name has to show it. */
const drawing = /dall-e|gpt-image|stable-?diffusion|(?:^|[/-])sd[xt-]|flux|[/-]image(?:-|$)/i
const speaking = /(?:^|[/_-])tts(?:[/_:-]|$)|piper|kokoro|orpheus|(?:^|[/-])bark(?:-|$)/i
const transcribing = /whisper|transcri|parakeet|canary|(?:^|[/_-])(?:asr|stt)(?:[/_:.-]|$)/i
const embedding = /embed|bge-|(?:^|[/-])e5-|(?:^|[/-])gte-|minilm/i
/** Names of models whose output has no use here. */
const otherKinds = /rerank|(?:^|[/_-])(?:vae|clip|ocr)(?:[/_:-]|$)|moderation|guard|realtime|(?:^|[/-])sora|veo-/i

const usualLongest = 4_096
/** Returns the longest answer: half of the context, so that the question has room. */
const longestFor = (contextLength: number | null) =>
  contextLength === null ? usualLongest : Math.max(256, Math.min(8_192, Math.floor(contextLength / 2 / 256) * 256))

/** Returns the kind of a model by its name. */
export function kindOfName(model: string): ListedKind | undefined {
  if (otherKinds.test(model)) return undefined
  if (embedding.test(model)) return 'embedding'
  return transcribing.test(model) ? 'transcription' : speaking.test(model) ? 'speech' : drawing.test(model) ? 'image' : 'text'
}

/** Describes a model. Undefined if its output cannot be shown, or if its name is unusable. */
export function listedModel({
  server,
  model,
  price,
  reads,
  contextLength,
  efforts = [],
  kind = kindOfName(model),
  can = assumedAbilities,
  voices = [],
}: ListedModelOptions): CatalogueModel | undefined {
  const name = nameOf(model)
  // The id has one slash, between provider and model, like all ids.
  const id = `${server}/${name.replaceAll('/', '-')}`
  if (id.length > longestId || !plainName.test(name) || kind === undefined) return undefined
  const known = { id, model, name: { id: 'model.listed_name', message: name, own: { en: name, ru: name } }, description }
  if (kind === 'transcription') return { ...known, ...transcriptionModel(price) }
  if (kind === 'speech') return { ...known, ...speechModel(price, voices) }
  if (kind === 'image') return { ...known, ...pictureModel(price) }
  if (kind === 'embedding') return { ...known, ...embeddingModel(price, contextLength) }
  const longest = longestFor(contextLength)
  return {
    ...known,
    via: 'text',
    type: 'text',
    price,
    options: {
      ...(efforts.length > 0 && { effort: option.effort(efforts) }),
      system: option.system,
      max_output_tokens: option.longest(longest),
      // Without a value, the server's own applies.
      temperature: option.temperature(2, null),
    },
    inputs: input.files([...reads, 'text']),
    prompt: promptFor('text', 40_000),
    maxOutputTokens: longest,
    history: true,
    can,
    ...(contextLength !== null && { contextTokens: contextLength }),
  }
}

type Described = Omit<CatalogueModel, 'id' | 'model' | 'name' | 'description'>

/** Describes a picture model. A price by model tokens does not apply to pictures and sounds, which are then listed without a price. */
function pictureModel(price: PriceRule | null): Described {
  return {
    via: 'image',
    type: 'image',
    price: price?.per === null ? { base: 0, per: { measure: 'count', every: 1, tokens: price.base } } : null,
    options: { aspect: option.aspect(Object.keys(pictureSizes)), count: option.count(4) },
    inputs: [],
    prompt: promptFor('image', 4_000),
  }
}

function speechModel(price: PriceRule | null, voices: readonly Voice[]): Described {
  return {
    via: 'speech',
    type: 'audio',
    price: price?.per === null ? price : null,
    options: {
      voice: voices.length > 0 ? option.voice(voiceLabels(voices)) : option.voiceName('alloy'),
      format: option.soundFormat(['mp3', 'wav']),
    },
    inputs: [],
    prompt: promptFor('speech', 4_096),
  }
}

/** The numbers of a vector are the model's own unless a program asks for others, which not every model has. */
function embeddingModel(price: PriceRule | null, contextLength: number | null): Described {
  return {
    via: 'embedding',
    type: 'text',
    task: 'embed',
    price,
    options: { dimensions: option.dimensions },
    inputs: [],
    prompt: promptFor('embedding', 0),
    ...(contextLength !== null && { contextTokens: contextLength }),
  }
}

/** Describes a model of speech recognition. A price of a run is that of a recording of any length. */
function transcriptionModel(price: PriceRule | null): Described {
  return {
    via: 'transcription',
    type: 'audio',
    task: 'transcribe',
    price: price?.per === null ? price : null,
    options: { language: option.language, terms: option.terms },
    inputs: [input.recording()],
    prompt: promptFor('transcription', 0),
  }
}
