import type { SpeechLanguage } from '../../protocol/voices.ts'
import { themes, themeWords } from './vocabulary.ts'
import type { Theme } from './vocabulary.ts'

const maxThemes = 2

/** The themes that match words of a prompt, the best match first. */
export function themesOf(prompt: string, language: SpeechLanguage): Theme[] {
  const counts = new Map<Theme, number>()
  for (const [word] of prompt.toLowerCase().matchAll(/\p{L}{2,40}/gu)) {
    for (const theme of themes) {
      if (themeWords[language][theme].calls.test(word)) counts.set(theme, (counts.get(theme) ?? 0) + 1)
    }
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, maxThemes)
    .map(([theme]) => theme)
}

/** Beings and things that select a theme for company without being its subject: a verse on the home names no cat. */
const onlyTouched: Record<SpeechLanguage, RegExp> = {
  en: /^(?:fish|bird|cats?$|dogs?$|mother|father|child|family|friend|heart|birthday|tea|lamp|car|cars|train|rocket|planet|window|roof|ship|boat|sail|lighthouse|christmas|holiday|garden|flower)/,
  ru: /^(?:рыб|птиц|кот|кош|собак|мам|пап|отец|отц|дет|семь|друг|друз|сердц|рожден|чай$|чая$|фонар|машин|поезд|ракет|планет|окн|крыш|корабл|лодк|парус|маяк|чайк|новогод|отпуск|каникул|сад|цвет)/,
}

/** Whether a verse on its themes is about the prompt itself. */
export function coversTheme(prompt: string, language: SpeechLanguage): boolean {
  const named = prompt.replace(/\p{L}{2,40}/gu, (word) => (onlyTouched[language].test(word.toLowerCase()) ? '' : word))
  return themesOf(named, language).length > 0
}

const article = /^(?:a|an|the|some|my|our|your)\s+/iu

/** A title from a theme as written: "Rain" of "the rain", «О дожде» as it stands. */
export function titleOf(theme: string, language: SpeechLanguage): string {
  const plain = theme.replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/u, '').replace(/^на тему\s*:?\s*/iu, '')
  const bare = language === 'en' ? plain.replace(/^(?:a|an)\s+/iu, '') : plain
  return bare.charAt(0).toLocaleUpperCase() + bare.slice(1)
}

const maxTitleCharacters = 60

/** The prompt if it is short enough to be a title, else null. */
export function titlePhrase(prompt: string): string | null {
  const phrase = prompt.trim()
  return phrase.length <= maxTitleCharacters && !/[\n.!?…;:]/u.test(phrase.replace(/(?<![.!?…])[.!?…]+$/u, '')) ? phrase : null
}

/** The theme as a noun phrase without its article or preposition. */
export const nounOf = (theme: string) =>
  theme
    .replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/u, '')
    .replace(/^(?:на тему|про|обо?|о|для|к|ко)\s+/iu, '')
    .replace(article, '')
