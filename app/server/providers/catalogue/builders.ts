import type { ModelInput, PriceRule } from '#app/contract/runs/models.ts'
import type { FileKind, ModelTask } from '#app/contract/base/values.ts'
import type { ServiceId } from '../../env.ts'
import type { ServerText } from '../../i18n.ts'
import type { CatalogueEntry } from './model.ts'
import { brand, type Effort, input, option, promptFor } from './options.ts'
import type { ModelOption } from '../provider.ts'
import { withAmounts } from '../scale-price.ts'

/** Tokens for a dollar of the operator's cost. At the prices of packs and plans this leaves a margin for taxes, fees and failures. */
const tokensPerDollar = 200

const tokens = (dollars: number) => Number((dollars * tokensPerDollar).toPrecision(6))

/** Converts a cost in dollars to a price in tokens. Fractions are added up, and the sum of a run is rounded up. */
export const priceOfCost = (cost: PriceRule): PriceRule => withAmounts(cost, tokens)

/** Costs in dollars, in the services' own units. */
export const perMillionTokens = (input: number, output: number): PriceRule => ({
  base: 0,
  per: { measure: 'model_tokens', every: 1_000, input: input / 1_000, output: output / 1_000 },
})
export const perImage = (dollars: number, factors?: PriceRule['factors']): PriceRule => ({
  base: 0,
  per: { measure: 'count', every: 1, tokens: dollars },
  ...(factors && { factors }),
})
export const perRun = (dollars: number, factors?: PriceRule['factors']): PriceRule => ({
  base: dollars,
  per: null,
  ...(factors && { factors }),
})
export const perSecond = (dollars: number, factors?: PriceRule['factors']): PriceRule => ({
  base: 0,
  per: { measure: 'duration', every: 1, tokens: dollars },
  ...(factors && { factors }),
})
/** Costs of a second of the given film. */
export const perInputSecond = (dollars: number): PriceRule => ({
  base: 0,
  per: { measure: 'input_duration', every: 1, tokens: dollars },
})
/** Costs of a minute of the given recording, counted by the second. */
export const perInputMinute = (dollars: number): PriceRule => ({
  base: 0,
  per: { measure: 'input_duration', every: 1, tokens: dollars / 60 },
})
export const perThousandCharacters = (dollars: number): PriceRule => ({
  base: 0,
  per: { measure: 'prompt_characters', every: 1_000, tokens: dollars },
})

export const words = {
  strong: /*i18n*/ { id: 'catalogue.text.strong', message: 'For hard questions and long texts: thinks first, then answers.' },
  quick: /*i18n*/ { id: 'catalogue.text.quick', message: 'Fast and inexpensive, for everyday questions and texts.' },
  tiny: /*i18n*/ { id: 'catalogue.text.tiny', message: 'The least expensive, for short and simple tasks.' },
  drawing: /*i18n*/ {
    id: 'catalogue.text.drawing',
    message: 'A conversation about images: creates them and edits them step by step, as you describe.',
  },
  picture: /*i18n*/ {
    id: 'catalogue.image.picture',
    message: 'Images from a description. Follows the prompt closely, including lettering.',
  },
  edit: /*i18n*/ { id: 'catalogue.image.edit', message: 'Creates images and edits yours as you describe.' },
  fromReferences: /*i18n*/ { id: 'catalogue.image.references', message: 'Quick images that follow your reference images.' },
  fastPicture: /*i18n*/ { id: 'catalogue.image.fast', message: 'Images in a few seconds, for trying out ideas.' },
  finePicture: /*i18n*/ { id: 'catalogue.image.fine', message: 'Large images with fine detail.' },
  fill: /*i18n*/ {
    id: 'catalogue.image.fill',
    message: 'Repaints the part of your image that you select.',
  },
  precise: /*i18n*/ { id: 'catalogue.image.precise', message: 'Changes what you describe and keeps the rest of your image as it is.' },
  cutout: /*i18n*/ { id: 'catalogue.image.cutout', message: 'Removes the background of your image.' },
  enlarge: /*i18n*/ { id: 'catalogue.image.enlarge', message: 'Enlarges your image and keeps it sharp.' },
  extend: /*i18n*/ { id: 'catalogue.image.extend', message: 'Extends your image beyond its edges.' },
  film: /*i18n*/ { id: 'catalogue.video.film', message: 'Short videos with sound, from a description or a first frame.' },
  fastFilm: /*i18n*/ { id: 'catalogue.video.fast', message: 'Faster and cheaper, with slightly less detail.' },
  animate: /*i18n*/ { id: 'catalogue.video.animate', message: 'Brings your image to life as a short video.' },
  between: /*i18n*/ {
    id: 'catalogue.video.between',
    message: 'Short videos with sound, from a description, a first frame, or a first and a last frame.',
  },
  silentBetween: /*i18n*/ {
    id: 'catalogue.video.silent_between',
    message: 'Short videos from a description, a first frame, or a first and a last frame.',
  },
  withCast: /*i18n*/ {
    id: 'catalogue.video.with_references',
    message: 'Short videos with sound, from a description, frames or reference images.',
  },
  continued: /*i18n*/ { id: 'catalogue.video.continued', message: 'Continues your video as you describe.' },
  changed: /*i18n*/ { id: 'catalogue.video.changed', message: 'Changes what you describe and keeps the rest of your video as it is.' },
  lipSync: /*i18n*/ { id: 'catalogue.video.lip_sync', message: 'Lets the person in your video say what you record.' },
  fineLipSync: /*i18n*/ {
    id: 'catalogue.video.fine_lip_sync',
    message: 'Lets the person in your video say what you record, with the finest detail.',
  },
  silentFilm: /*i18n*/ { id: 'catalogue.video.silent', message: 'Short videos from a description or a first frame.' },
  speech: /*i18n*/ { id: 'catalogue.audio.speech', message: 'Reads aloud in many languages with lively voices.' },
  fastSpeech: /*i18n*/ { id: 'catalogue.audio.fast', message: 'Reads aloud in many languages, fast and for less.' },
  ownVoice: /*i18n*/ {
    id: 'catalogue.audio.own_voice',
    message: 'Reads English aloud in its own voices or in a voice from a short recording. Use only voices you have the right to.',
  },
  anyVoice: /*i18n*/ {
    id: 'catalogue.audio.any_voice',
    message:
      'Reads aloud in its own voices, each in its language, or in a voice from a short recording. Use only voices you have the right to.',
  },
  plainTranscript: /*i18n*/ { id: 'catalogue.audio.plain_transcript', message: 'Accurate text of a recording, without times.' },
  timedTranscript: /*i18n*/ { id: 'catalogue.audio.timed_transcript', message: 'Text of a recording with times, also for subtitles.' },
  speakerTranscript: /*i18n*/ {
    id: 'catalogue.audio.speaker_transcript',
    message: 'Text of a recording with times, and with the speakers told apart.',
  },
  music: /*i18n*/ { id: 'catalogue.audio.music', message: 'Songs and instrumental music from a description.' },
  songs: /*i18n*/ {
    id: 'catalogue.audio.songs',
    message: 'Whole songs of up to a few minutes, from a description and images. Say how long it should be.',
  },
  effects: /*i18n*/ { id: 'catalogue.audio.effects', message: 'Sound effects from a description: steps, doors, rain, machines.' },
  clips: /*i18n*/ { id: 'catalogue.audio.clips', message: 'Pieces of 30 seconds, sung or instrumental, from a description and images.' },
}

type Facts = Pick<CatalogueEntry, 'source' | 'checked' | 'endsAt' | 'successor'>

type Common = Partial<Facts> & {
  /** The service's own name for the model. */
  model: string
  /** The id in results, settings and links, if the service has renamed the model. */
  id?: string
  name: string
  description: ServerText
  cost: PriceRule
  /** An announced change of the cost. */
  laterCost?: { from: string; cost: PriceRule }
}

export type Media = Common & {
  options: Record<string, ModelOption>
  inputs?: readonly ModelInput[]
  task?: ModelTask
  partialImages?: number
  timeless?: true
}

type Text = Common & {
  /** The largest output that may be requested, in model tokens. */
  longest?: number
  /** The kinds of files that the model reads; by default those of its service. */
  reads?: readonly FileKind[]
  /** The highest temperature; null if the model accepts none. */
  temperature?: number | null
  /** The cost of a search of the web in dollars; null if the model cannot search. By default that of its service. */
  search?: number | null
  /** Whether the service reads pages that the prompt links to, which costs the tokens that they take. */
  links?: boolean
  /** Whether the service runs code, and the cost in dollars of the container of an answer, if it has a price. */
  code?: boolean | { each: number }
  /** Whether the service returns its reasoning on request; by default that of the service. */
  thinks?: boolean
  /** The cost in dollars of an image in an answer, beyond its tokens. `optional`: it makes images only on request. */
  makes?: { each: number; optional?: true }
  /** The levels of thinking that the service documents for the model; null if it documents none. By default those of its service. */
  efforts?: readonly Effort[] | null
}

/** More searches in one answer are not charged. */
export const mostSearches = 3
/** Pages that an answer may read, and model tokens of one, at services with such limits; the hold includes as much. */
export const mostLinks = 3
export const tokensOfALink = 10_000
/** Further images in one answer are left out. */
export const mostPictures = 4

/** Ids are the service and the last part of the service's own name. */
const idOf = (service: string, model: string) => `${service}/${model.split('/').slice(-2).join('-')}`

function describe(service: ServiceId, { name, laterCost, ...model }: Common, facts: Pick<Facts, 'source' | 'checked'>) {
  return {
    ...facts,
    ...model,
    id: model.id ?? idOf(service, model.model),
    name: brand(name),
    price: priceOfCost(model.cost),
    ...(laterCost && { later: { ...laterCost, price: priceOfCost(laterCost.cost) } }),
  }
}

export type Group = Pick<Facts, 'source' | 'checked'>

type Extras = Pick<PriceRule, 'searches' | 'images' | 'programs'>

/** Adds what an answer may cost beyond its text. */
const withExtras = ({ cost, laterCost, ...model }: Common, extras: Extras): Common => ({
  ...model,
  cost: { ...cost, ...extras },
  ...(laterCost && { laterCost: { ...laterCost, cost: { ...laterCost.cost, ...extras } } }),
})

const extrasOf = (search: number | null, makes: Text['makes'], code: Text['code']): Extras => ({
  ...(search !== null && { searches: { each: search, most: mostSearches } }),
  ...(makes && { images: { each: makes.each, most: mostPictures } }),
  ...(typeof code === 'object' && { programs: { each: code.each, most: 1 } }),
})

export const textModels = (
  service: ServiceId,
  {
    reads: usual = ['image'],
    search: usualSearch = null,
    links: usualLinks = false,
    code: usualCode = false,
    thinks: usuallyThinks = false,
    efforts: usualEfforts = null,
    makes: usuallyMakes,
    ...facts
  }: Group & Pick<Text, 'reads' | 'search' | 'links' | 'code' | 'thinks' | 'efforts' | 'makes'>,
  models: readonly Text[],
): CatalogueEntry[] =>
  models.map(
    ({
      longest = 8_192,
      reads = usual,
      temperature = null,
      search = usualSearch,
      links = usualLinks,
      code = usualCode,
      thinks = usuallyThinks,
      efforts = usualEfforts,
      makes = usuallyMakes,
      ...model
    }) => ({
      ...describe(service, withExtras(model, extrasOf(search, makes, code)), facts),
      via: 'text',
      type: 'text',
      options: {
        ...(search !== null && { search: option.search }),
        ...(links && { links: option.links }),
        ...(code && { code: option.code }),
        ...(makes?.optional && { images: option.images }),
        ...(thinks && { thinking: option.thinking }),
        ...(efforts && { effort: option.effort(efforts) }),
        system: option.system,
        max_output_tokens: option.longest(longest),
        ...(temperature !== null && { temperature: option.temperature(temperature) }),
      },
      inputs: input.files([...reads, 'text'], { google: service === 'google' }),
      prompt: promptFor('text', 40_000),
      maxOutputTokens: longest,
      history: true,
      ...(makes && { pictures: mostPictures }),
    }),
  )

type MediaKind = Group & {
  what: 'image' | 'video' | 'continued' | 'changed' | 'spoken' | 'speech' | 'music' | 'effect' | 'transcription'
  via: CatalogueEntry['via']
  maxLength: number
}

/** The tasks of models that do one thing, by the kind of their prompt. */
const taskOf: Partial<Record<MediaKind['what'], ModelTask>> = {
  transcription: 'transcribe',
  continued: 'continue_video',
  changed: 'change_video',
  spoken: 'lip_sync',
}

function typeOf(what: MediaKind['what']): 'image' | 'video' | 'audio' {
  if (what === 'image') return what
  return what === 'video' || what === 'continued' || what === 'changed' || what === 'spoken' ? 'video' : 'audio'
}

export const mediaModels = (
  service: ServiceId,
  { what, via, maxLength, ...facts }: MediaKind,
  models: readonly Media[],
): CatalogueEntry[] =>
  models.map(({ options, inputs = [], ...model }) => ({
    ...describe(service, model, facts),
    via,
    type: typeOf(what),
    ...(taskOf[what] && { task: taskOf[what] }),
    options,
    inputs,
    prompt: promptFor(what, maxLength),
  }))

export const common = ['1:1', '4:3', '3:4', '16:9', '9:16']
export const wide = ['16:9', '9:16']
export const named = (names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, name.charAt(0).toUpperCase() + name.slice(1)]))
export const flux = { aspect: option.aspect(common), seed: option.seed }

/** Voices that every account of ElevenLabs has. */
export const elevenVoices: Record<string, string> = {
  EXAVITQu4vr4xnSDxMaL: 'Sarah',
  JBFqnCBsd6RMkjVDRZzb: 'George',
  XrExE9yKIg1WjnnlVkGX: 'Matilda',
  onwK4e9ZLuTAKqWW03F9: 'Daniel',
  pFZP5JQG7iQjIQuC4Bku: 'Lily',
}
