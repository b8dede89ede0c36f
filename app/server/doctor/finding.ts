import type { ServerText } from '../i18n.ts'

/** A text with its values, which may be phrases too. */
export type Phrase = { text: ServerText; values: Record<string, string | number> }

/** A line of the doctor's report, in our own words: it contains no key, and of a service's response only names and dates of models. */
export type Finding = {
  state: 'on' | 'off' | 'wrong'
  /** A name that is the same in all languages, or a text. */
  what: string | ServerText
  why: readonly Phrase[]
}

type Values = Phrase['values']

export const phrase = (text: ServerText, values: Values = {}): Phrase => ({ text, values })

const find =
  (state: Finding['state']) =>
  (what: Finding['what'], why: ServerText | readonly Phrase[], values: Values = {}): Finding => ({
    state,
    what,
    why: 'id' in why ? [phrase(why, values)] : why,
  })

export const on = find('on')
export const off = find('off')
export const wrong = find('wrong')

/** A phrase that is the same in all languages. */
export const plain = (text: string): Phrase => phrase({ id: '', message: text, own: { en: text, ru: text } })

/** How many names a sentence lists at most. */
const mostNames = 8

export const listNames = (names: readonly string[]): string =>
  names.length > mostNames ? `${names.slice(0, mostNames).join(', ')} … (+${names.length - mostNames})` : names.join(', ')
