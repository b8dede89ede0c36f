import * as v from 'valibot'
import type { Locale } from '#config'
import { startOfText } from '../base/start-of-text.ts'
import { type FilmDocument, filmDocumentSchema, type FilmId, type FilmInput } from './film-document.ts'
import { filmLimits, narrator } from './film-values.ts'
import { type Beat, type Light, readScript } from './read-script.ts'

/** The length of an action that fits one shot, in characters. */
const longestAction = 220
/** The shortest shot that people can follow, in seconds, which limits their number. */
const shortestShot = 2.5

export type SplitOptions = {
  text: string
  language: Locale
  /** The length that the film should have. */
  seconds: number
  /** Whether the narrator reads the actions. */
  readAloud: boolean
  /** Makes an id that the film does not have yet. */
  newId: () => FilmId
}

/** Why a script is no film: it has no words, or more than the shots of a film hold. */
export type NoFilm = 'required' | 'too_long'

type Draft = {
  place: string | null
  light: Light | null
  action: string
  words: { who: string | null; text: string }[]
  seconds: number | null
}

/**
 * Splits a script into the shots of a film, without a model. A heading is a place, a paragraph a shot, and a name with words is spoken in
 * the shot before it. No word is dropped: what does not fit is refused.
 */
export function splitScript({ text, language, seconds, readAloud, newId }: SplitOptions): FilmDocument | NoFilm {
  const { title, beats } = readScript(text)
  const drafts = draftsOf(beats, language)
  if (drafts.length === 0) return 'required'
  const spoken = readAloud ? drafts.map((draft) => ({ ...draft, words: [...linesOf(draft.action, language), ...draft.words] })) : drafts
  const shots = fewer(
    spoken.flatMap((draft) => inLimits(draft)),
    Math.min(filmLimits.shots, Math.max(1, Math.floor(seconds / shortestShot))),
  )
  return shots.length > filmLimits.shots ? 'too_long' : documentOf(shots, { title, language, seconds, newId })
}

function draftsOf(beats: readonly Beat[], language: Locale): Draft[] {
  const drafts: Draft[] = []
  let scene: Pick<Draft, 'place' | 'light'> = { place: null, light: null }
  /** The shot that words and lengths belong to; none after a heading. */
  let current: Draft | undefined
  /** A place where nothing happens is a shot, too. */
  let isShown = true
  const open = (action: string): Draft => {
    const draft = { ...scene, action, words: [], seconds: null }
    drafts.push(draft)
    current = draft
    isShown = true
    return draft
  }
  for (const beat of beats) {
    if (beat.kind === 'place') {
      if (!isShown) open('')
      const [place = '', ...rest] = pieces(beat.place, filmLimits.place, language)
      scene = { place, light: beat.light }
      current = undefined
      isShown = false
      for (const more of rest) open(more)
    } else if (beat.kind === 'action') for (const piece of pieces(beat.text, longestAction, language)) open(piece)
    else if (beat.kind === 'words') {
      const draft = current ?? open('')
      draft.words.push(...pieces(beat.text, filmLimits.line, language).map((one) => ({ who: beat.who, text: one })))
    } else if (current) current.seconds = Math.min(Math.max(beat.seconds, filmLimits.shortest), filmLimits.seconds)
  }
  if (!isShown) open('')
  return drafts
}

const linesOf = (action: string, language: Locale): Draft['words'] =>
  action === '' ? [] : pieces(action, filmLimits.line, language).map((text) => ({ who: null, text }))

/** Cuts a text at sentences, at words where a sentence is longer, and within a word that is longer than all. */
function pieces(text: string, longest: number, language: Locale): string[] {
  const joined: string[] = []
  const add = (part: string) => {
    const last = joined.at(-1)
    if (last !== undefined && `${last} ${part}`.length <= longest) joined[joined.length - 1] = `${last} ${part}`
    else joined.push(part)
  }
  if (text.length <= longest) return [text]
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    const sentence = segment.trim()
    if (sentence.length <= longest) {
      if (sentence !== '') add(sentence)
      continue
    }
    for (let word of sentence.split(/\s+/)) {
      while (word.length > longest) {
        const start = startOfText(word, longest)
        joined.push(start)
        word = word.slice(start.length)
      }
      if (word !== '') add(word)
    }
  }
  return joined
}

/** A shot with more words than one holds becomes several at the same place. */
function inLimits(draft: Draft): Draft[] {
  const { lines } = filmLimits
  if (draft.words.length <= lines) return [draft]
  const rest = { ...draft, action: '', words: draft.words.slice(lines), seconds: null }
  return [{ ...draft, words: draft.words.slice(0, lines) }, ...inLimits(rest)]
}

/** Joins neighbors at one place, the shortest first, until there are no more than this, as far as a shot holds them. */
function fewer(given: readonly Draft[], most: number): Draft[] {
  const drafts = given.length > 4 * most ? filled(given, most) : [...given]
  while (drafts.length > most) {
    let best: { at: number; draft: Draft; size: number } | undefined
    for (const [at, draft] of drafts.entries()) {
      const next = drafts[at + 1]
      const both = next && join(draft, next)
      if (both && (!best || sizeOf(both) < best.size)) best = { at, draft: both, size: sizeOf(both) }
    }
    if (!best) break
    drafts.splice(best.at, 2, best.draft)
  }
  return drafts
}

const sizeOf = ({ action, words }: Draft): number => action.length + words.reduce((sum, { text }) => sum + text.length, 0)

/** Joins neighbors from the first to the last until each has its part of the script: looking for the shortest would take minutes. */
function filled(drafts: readonly Draft[], most: number): Draft[] {
  const part = drafts.reduce((sum, draft) => sum + sizeOf(draft), 0) / most
  const joined: Draft[] = []
  for (const draft of drafts) {
    const last = joined.at(-1)
    const both = last && join(last, draft)
    if (both && sizeOf(both) <= part) joined[joined.length - 1] = both
    else joined.push(draft)
  }
  return joined
}

function join(first: Draft, second: Draft): Draft | undefined {
  const action = [first.action, second.action].filter((text) => text !== '').join(' ')
  const words = [...first.words, ...second.words]
  // Words of the first shot come before what the second one shows.
  const fits = action.length <= filmLimits.action && words.length <= filmLimits.lines && (first.words.length === 0 || second.action === '')
  if (first.place !== second.place || first.light !== second.light || !fits) return undefined
  const seconds = first.seconds === null && second.seconds === null ? null : (first.seconds ?? 0) + (second.seconds ?? 0)
  return { ...first, action, words, seconds }
}

type Film = { title: string | null; language: Locale; seconds: number; newId: () => FilmId }

function documentOf(drafts: readonly Draft[], { title, language, seconds, newId }: Film): FilmDocument | NoFilm {
  const names = new Map<string, string>()
  for (const { who } of drafts.flatMap(({ words }) => words)) if (who !== null && !names.has(keyOf(who))) names.set(keyOf(who), who)
  if (names.size > filmLimits.roles || [...names.values()].some((name) => name.length > filmLimits.name)) return 'too_long'
  const ids = new Map([...names.keys()].map((key) => [key, newId()]))
  const shots = drafts.map((draft): [FilmId, NonNullable<FilmInput['shots']>[string]] => {
    const words = draft.words.map(({ who, text }) => ({ who: (who !== null && ids.get(keyOf(who))) || narrator, text }))
    const people = [...ids].flatMap(([key, id]) => (words.some(({ who }) => who === id) || mentions(draft.action, key) ? [id] : []))
    return [newId(), { ...draft, people, words }]
  })
  return v.parse(filmDocumentSchema, {
    v: 1,
    title: startOfText(title ?? drafts.find(({ action }) => action !== '')?.action ?? '', filmLimits.name),
    language,
    seconds,
    roles: Object.fromEntries([...ids].map(([key, id], colour) => [id, { name: names.get(key) ?? key, colour }])),
    order: shots.map(([id]) => id),
    shots: Object.fromEntries(shots),
    music: {},
  } satisfies FilmInput)
}

const keyOf = (name: string): string => name.toLowerCase()

/** Whether a name stands in the text as a word of its own. */
function mentions(text: string, key: string): boolean {
  const lower = text.toLowerCase()
  const isLetter = (character: string) => /[\p{L}\p{N}]/u.test(character)
  for (let at = lower.indexOf(key); at !== -1; at = lower.indexOf(key, at + 1))
    if (!isLetter(lower.charAt(at - 1)) && !isLetter(lower.charAt(at + key.length))) return true
  return false
}
