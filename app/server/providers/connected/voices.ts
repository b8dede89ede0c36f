import * as v from 'valibot'
import type { Locale } from '#config'
import { fetchWithin } from '../../egress/fetch-within.ts'
import type { ServerText } from '../../i18n.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { option } from '../catalogue/options.ts'
import { type LiveList, openLiveList } from '../compatible/live-list.ts'
import { homes } from './homes.ts'
import type { ServiceAccess } from './service.ts'

/** A voice of a service. `sample`: the URL of the service's own preview. */
export type Voice = { id: string; name: string; languages: string[]; sample?: string }

const hour = 3_600_000
const longestAnswerMs = 10_000
const mostVoices = 300
const longestName = 80

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(longestName))
const elevenVoiceSchema = v.object({
  voice_id: text,
  name: v.pipe(v.string(), v.nonEmpty()),
  category: v.optional(v.nullable(v.string())),
  labels: v.optional(v.nullable(v.record(v.string(), v.nullable(v.string())))),
  preview_url: v.optional(v.nullable(v.pipe(v.string(), v.url()))),
  verified_languages: v.optional(v.nullable(v.array(v.object({ language: v.string() })))),
})
const elevenSchema = v.object({ voices: v.array(v.unknown()) })
/** Voices of the account have an owner. */
const mistralVoiceSchema = v.object({
  slug: text,
  name: v.pipe(v.string(), v.nonEmpty()),
  languages: v.optional(v.nullable(v.array(v.string()))),
  user_id: v.optional(v.nullable(v.string())),
})
const mistralSchema = v.object({ items: v.array(v.unknown()) })

/** Opens the list of the voices of a service, which is read in the background; undefined for services without such a list. */
export function openVoices({ service, apiKey, baseUrl }: ServiceAccess): LiveList<Voice> | undefined {
  if (service === 'elevenlabs') {
    const home = homeOf(baseUrl ?? homes.elevenlabs)
    return openList(async (signal) =>
      readElevenVoices(await ask(home, '/v2/voices?page_size=100', { headers: { 'xi-api-key': apiKey }, signal })),
    )
  }
  if (service === 'mistral') {
    const home = homeOf(baseUrl ?? homes.mistral)
    return openList((signal) => listMistralVoices(home, { headers: bearer(apiKey), signal }))
  }
  return undefined
}

export const homeOf = (url: string) => url.replace(/(?<!\/)\/+$/, '')
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Returns the headers that a service requires for the preview of a voice. */
export const sampleHeaders = ({ service, apiKey }: Pick<ServiceAccess, 'service' | 'apiKey'>): Record<string, string> =>
  service === 'mistral' ? bearer(apiKey) : {}

function openList(fetchList: (signal: AbortSignal) => Promise<Voice[]>): LiveList<Voice> {
  return openLiveList({
    freshMs: hour,
    retryMs: 5 * 60_000,
    keptMs: 24 * hour,
    // Pages do not wait for voices; the known ones are offered meanwhile.
    firstWaitMs: 0,
    fetchList: (closing) => fetchList(AbortSignal.any([closing, AbortSignal.timeout(longestAnswerMs)])),
  })
}

type Asking = { headers: Record<string, string>; signal: AbortSignal }

async function ask(home: string, path: string, { headers, signal }: Asking): Promise<unknown> {
  const response = await fetchWithin([home])(`${home}${path}`, { headers, signal })
  if (!response.ok) throw new Error(`the list of voices was answered with ${response.status}`)
  return response.json()
}

/** Reads the pages of the list up to an empty one, because the service ignores the wanted size of a page. */
async function listMistralVoices(home: string, asking: Asking): Promise<Voice[]> {
  const voices = new Map<string, Voice>()
  for (let offset = 0; offset < mostVoices;) {
    const { items } = v.parse(mistralSchema, await ask(home, `/audio/voices?limit=100&offset=${offset}`, asking))
    if (items.length === 0) break
    offset += items.length
    for (const voice of items.flatMap((item) => readMistralVoice(item, home) ?? [])) voices.set(voice.id, voice)
  }
  return [...voices.values()]
}

function readMistralVoice(item: unknown, home: string): Voice | undefined {
  const parsed = v.safeParse(mistralVoiceSchema, item)
  if (!parsed.success || parsed.output.user_id != null) return undefined
  const { slug: id, name, languages } = parsed.output
  const spoken = [...new Set((languages ?? []).map((code) => code.split(/[_-]/)[0]?.toLowerCase() ?? ''))]
  const sample = `${home}/audio/voices/${encodeURIComponent(id)}/sample`
  return { id, name: name.slice(0, longestName), languages: spoken.filter(isLanguage), sample }
}

/** Reads the voices that every account has, because a run may use any of several accounts. Those of an unexpected form are left out. */
export function readElevenVoices(answer: unknown): Voice[] {
  const voices = v.parse(elevenSchema, answer).voices.flatMap((one) => {
    const parsed = v.safeParse(elevenVoiceSchema, one)
    if (!parsed.success || parsed.output.category !== 'premade') return []
    const { voice_id: id, name, labels, preview_url: sample, verified_languages: verified } = parsed.output
    const languages = [...new Set([labels?.language ?? [], ...(verified ?? []).map(({ language }) => language)].flat())]
    return [{ id, name: name.slice(0, longestName), languages: languages.filter(isLanguage), ...(sample && { sample }) }]
  })
  return voices.slice(0, mostVoices)
}

const isLanguage = (code: string) => /^[a-z]{2,3}$/.test(code)

const mostNamedLanguages = 3
const languageNames = { en: new Intl.DisplayNames('en', { type: 'language' }), ru: new Intl.DisplayNames('ru', { type: 'language' }) }

/** The name with its languages, by which people search. */
function labelOf({ name, languages }: Voice): ServerText {
  const named = (locale: Locale) => {
    const known = languages.slice(0, mostNamedLanguages).map((code) => languageNames[locale].of(code) ?? code)
    return known.length > 0 ? `${name} · ${known.join(', ')}` : name
  }
  return { id: 'voice', message: name, own: { en: named('en'), ru: named('ru') } }
}

export const voiceLabels = (voices: readonly Voice[]) => Object.fromEntries(voices.map((one) => [one.id, labelOf(one)]))

/** Returns the models with the listed voices; unchanged without any. */
export function withVoices(models: readonly CatalogueModel[], voices: readonly Voice[]): readonly CatalogueModel[] {
  if (voices.length === 0) return models
  const labels = voiceLabels(voices)
  return models.map((model) => {
    const { voice } = model.options
    return voice && 'enum' in voice ? { ...model, options: { ...model.options, voice: option.voice(labels) } } : model
  })
}

/** Marks the models that can read in the cloned voices of people. */
export const withOwnVoices = (models: readonly CatalogueModel[], service: string): readonly CatalogueModel[] =>
  models.map((model) => {
    const { voice } = model.options
    if (model.via !== 'speech' || !voice || !('enum' in voice)) return model
    return { ...model, options: { ...model.options, voice: { ...voice, 'x-own-voices': service } } }
  })
