import { type GrammarRole, grammar, negatingPairs, numberOf } from './grammar.ts'
import { type Entry, lexicon } from './lexicon.ts'
import { beatsAt, type Key, keyAt } from './music-terms.ts'
import { type Gap, isJoined, type Token } from './tokens.ts'
import { meantBy } from './typos.ts'

/** A word, phrase or number of the prompt. */
export type Item = {
  role: GrammarRole | 'word' | 'number' | 'key' | 'beats' | 'unknown'
  gap: Gap
  text: string
  /** The key of its last word. */
  key: string
  entry: Entry | null
  number: number | null
  musicKey: Key | null
  bpm: number | null
  negated: boolean
  /** Whether it only modifies the word after it and has no meaning of its own. */
  silent: boolean
}

/** Limit of typo corrections per prompt: they cost more than look-ups. */
const mostGuesses = 64

/** Divides a prompt into items, one for each meaning. */
export function itemsOf(text: string, tokens: readonly Token[]): Item[] {
  const { words, openers } = lexicon()
  const items: Item[] = []
  const guesses = new Map<string, Entry | null>()
  let index = 0
  while (index < tokens.length) {
    const token = tokens[index]
    if (!token) break
    const found = read(index, token)
    const last = tokens[index + found.length - 1] ?? token
    items.push({
      role: found.role,
      gap: token.gap,
      text: text.slice(token.start, last.end),
      key: last.key,
      entry: found.entry ?? null,
      number: found.number ?? null,
      musicKey: found.musicKey ?? null,
      bpm: found.bpm ?? null,
      negated: found.negated ?? false,
      silent: false,
    })
    index += found.length
  }
  return items

  function read(at: number, token: Token): Pick<Item, 'role'> & Partial<Item> & { length: number } {
    const music = keyAt(tokens, at)
    if (music) return { role: 'key', musicKey: music.key, length: music.length }
    const beats = beatsAt(tokens, at)
    if (beats) return { role: 'beats', bpm: beats.bpm, length: beats.length }
    const phrase = phraseAt(tokens, at)
    if (phrase) return { role: 'word', entry: phrase.entry, length: phrase.length }
    if (negatingPairs.get(token.key)?.has(tokens[at + 1]?.key ?? '')) return { role: 'negation', length: 2 }
    const opener = isJoined(token) ? undefined : openers.get(token.key)
    if (opener) return { role: 'word', entry: opener, length: 1 }
    const number = numberAt(tokens, at)
    if (number === 0) return { role: 'negation', length: 1 }
    if (number !== null && tokens[at + 1]?.key === 'of') return { role: 'number', number, length: 2 }
    const role = grammar.get(token.key)
    if (role) return { role, length: 1 }
    const entry = words.get(token.key)
    if (entry) return { role: 'word', entry, number, length: 1 }
    if (number !== null || token.isNumber || numberOf(token.key) !== null) return { role: 'number', number, length: 1 }
    const without = token.key.endsWith('less') ? words.get(token.key.slice(0, -4)) : undefined
    if (without) return { role: 'word', entry: without, negated: true, length: 1 }
    const meant = guess(token.key)
    return meant ? { role: 'word', entry: meant, length: 1 } : { role: 'unknown', length: 1 }
  }

  function guess(key: string): Entry | null {
    const known = guesses.get(key)
    if (known !== undefined) return known
    const meant = guesses.size < mostGuesses ? meantBy(key, words) : null
    guesses.set(key, meant)
    return meant
  }
}

/** Largest number of words in a phrase, including articles. */
const longestPhrase = 10

/** The longest phrase that begins here. */
function phraseAt(tokens: readonly Token[], at: number): { entry: Entry; length: number } | null {
  let nodes = lexicon().phrases.byForm.get(tokens[at]?.key ?? '')
  let found: { entry: Entry; length: number } | null = null
  for (let next = at + 1; nodes && nodes.length > 0 && next < at + longestPhrase; next += 1) {
    const token = tokens[next]
    if (!token || !isJoined(token) || keyAt(tokens, next)) break
    const following = nodes.flatMap((node) => node.byForm.get(token.key) ?? [])
    const entry = following.find((node) => node.entry)?.entry
    if (entry) found = { entry, length: next - at + 1 }
    nodes = grammar.get(token.key) === 'article' ? [...nodes, ...following] : following
  }
  return found
}

/** A number that counts something; parts of "4k", "16:9" and "three-masted" do not. */
function numberAt(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  const next = tokens[at + 1]
  if (!token || token.gap === 'none' || next?.gap === 'none' || next?.gap === 'hyphen') return null
  if (tokens[at - 1]?.isNumber && token.gap !== 'space' && token.gap !== 'comma') return null
  return numberOf(token.key)
}
