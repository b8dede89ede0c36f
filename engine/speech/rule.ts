/** The context of a match in its sentence. */
export type Around = {
  /** The preceding words of the same sentence, as written; the nearest comes last. */
  before: string[]
  /** The text that follows. */
  after: string
}

/** A rule for text that is not pronounced as it is written. */
export type Rule = {
  /** A sticky pattern, tried at the start of each word or symbol. */
  pattern: RegExp
  /** The spoken form of a match; null if the rule does not apply after all. */
  read(match: RegExpExecArray, around: Around): string | null
  /** Whether a full stop at its end may also end the sentence: «в 1812 г.» */
  mayEndSentence: boolean
}

export const rule = (pattern: RegExp, read: Rule['read'] | string, { mayEndSentence = false } = {}): Rule => ({
  pattern: new RegExp(pattern.source, `${pattern.flags.replaceAll(/[yu]/g, '')}yu`),
  read: typeof read === 'string' ? () => read : read,
  mayEndSentence,
})

/** End of a word: no letter or digit follows. */
export const wordEnd = String.raw`(?![\p{L}\p{N}])`

const romanDigits: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }
export const roman = String.raw`M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})`

export function romanValue(numeral: string): number {
  const digits = [...numeral].map((letter) => romanDigits[letter] ?? 0)
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0)
}
