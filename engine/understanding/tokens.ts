import { keyOf } from './word-forms.ts'

/** The separator between a word and the one before it. */
export type Gap = 'none' | 'space' | 'hyphen' | 'comma' | 'arrow' | 'flag' | 'stop'

export type Token = {
  /** As it stands in the prompt. */
  text: string
  /** As the vocabulary writes it. */
  key: string
  gap: Gap
  isNumber: boolean
  /** Its position in the prompt. */
  start: number
  end: number
}

/** Words with their marks and apostrophes, keys such as "C#", numbers, and emoji. */
const pattern = /(?<![\p{L}\p{M}])[A-Ha-h][#♯♭](?!\p{L})|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{N}+|\p{Extended_Pictographic}\uFE0F?/gu

/** Nothing but a space or hyphen stands before it. */
export const isJoined = ({ gap }: { gap: Gap }): boolean => gap === 'space' || gap === 'hyphen' || gap === 'none'
/** A new clause begins here. */
export const isBreak = ({ gap }: { gap: Gap }): boolean => gap === 'stop' || gap === 'arrow' || gap === 'flag'

/** A prompt of 20,000 characters has fewer words than this, unless it is meant to keep us busy. */
const mostTokens = 4000

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    if (tokens.length === mostTokens) break
    const word = match[0]
    tokens.push({
      text: word,
      key: keyOf(word),
      gap: gapOf(text, end, match.index),
      isNumber: /^\p{N}/u.test(word),
      start: match.index,
      end: match.index + word.length,
    })
    end = match.index + word.length
  }
  return tokens
}

function gapOf(text: string, from: number, to: number): Gap {
  if (from === 0) return text.startsWith('--') ? 'flag' : 'stop'
  if (to === from) return 'none'
  if (to === from + 1 && text[from] === ' ') return 'space'
  const between = text.slice(from, to)
  if (/→|->|=>/.test(between)) return 'arrow'
  if (between.endsWith(' --') || between === '--') return 'flag'
  if (/[.;:!?()[\]{}|<>…—–\n"«»]|--/.test(between)) return 'stop'
  if (/[,،、]/.test(between)) return 'comma'
  return /^[-/‐‑]+$/.test(between) ? 'hyphen' : 'space'
}
