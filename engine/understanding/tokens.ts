import { keyOf } from './word-forms.ts'

/** The separator between a word and the one before it. */
export type Gap = 'none' | 'space' | 'hyphen' | 'comma' | 'arrow' | 'flag' | 'stop'

export type Token = {
  /** The word as written in the prompt. */
  text: string
  /** The word as written in the vocabulary. */
  key: string
  gap: Gap
  isNumber: boolean
  /** Position in the prompt. */
  start: number
  end: number
}

/** Matches words with their marks and apostrophes, keys such as "C#", numbers, and emoji. */
const pattern = /(?<![\p{L}\p{M}])[A-Ha-h][#♯♭](?!\p{L})|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{N}+|\p{Extended_Pictographic}\uFE0F?/gu

/** Whether only a space or hyphen separates the token from the one before. */
export const isJoined = ({ gap }: { gap: Gap }): boolean => gap === 'space' || gap === 'hyphen' || gap === 'none'
/** Whether a new clause begins at the token. */
export const isBreak = ({ gap }: { gap: Gap }): boolean => gap === 'stop' || gap === 'arrow' || gap === 'flag'

/** Limit of tokens: a prompt of 20,000 characters has fewer words unless it is hostile. */
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
