/**
 * Words of the vocabularies carry their stress: an apostrophe after the stressed vowel in Russian («ти'хий»), before the stressed
 * syllable in English, whose syllables are parted by a dot ("'sil·ver"). Small words of one syllable fit both places and carry no mark.
 */
export type Beat = 'stressed' | 'unstressed' | 'either'

const vowels = /[аеёиоуыэюя]/giu
export const syllablesOfLine = 8

export const plain = (marked: string) => marked.replace(/['·]/g, '')

export function beatsOf(marked: string): Beat[] {
  return marked.split(/\s+/).flatMap((word): Beat[] => (/[а-яё]/iu.test(word) ? russianBeats(word) : englishBeats(word)))
}

function russianBeats(word: string): Beat[] {
  const found = [...word.matchAll(vowels)]
  if (found.length <= 1) return found.map(() => (word.includes("'") ? 'stressed' : 'either'))
  return found.map(({ index, 0: vowel }) => (word[index + 1] === "'" || /ё/iu.test(vowel) ? 'stressed' : 'unstressed'))
}

function englishBeats(word: string): Beat[] {
  const syllables = word.split('·')
  if (syllables.length === 1) return [word.startsWith("'") ? 'stressed' : 'either']
  return syllables.map((syllable) => (syllable.startsWith("'") ? 'stressed' : 'unstressed'))
}

/** Whether a part of a line that starts with the syllable `from`, counted from 0, is iambic. */
export const keepsMetre = (beats: readonly Beat[], from: number): boolean =>
  beats.every((beat, index) => beat !== 'stressed' || (from + index) % 2 === 1)

/** Four iambs, of which the last syllable may carry stress. */
export function isIambic(marked: string): boolean {
  const beats = beatsOf(marked)
  return beats.length === syllablesOfLine && keepsMetre(beats, 0) && beats.at(-1) !== 'unstressed'
}

/** Nouns and verbs of one syllable are stressed as well; small words are not. */
export function stressed(word: string): string {
  if (beatsOf(word).length !== 1) return word
  return /[а-яё]/iu.test(word) ? `${word}'` : `'${word}`
}

const englishRhymes: Record<string, string> = Object.fromEntries(
  Object.entries({
    ight: 'light night sight bright white',
    ay: 'day away way today grey stay',
    ee: 'sea me free tree be',
    eep: 'deep asleep keep sleep',
    ow: 'slow glow below know grow snow',
    ear: 'clear near here year',
    ound: 'sound around ground found',
  }).flatMap(([key, words]) => words.split(' ').map((word) => [word, key])),
)

/** The part that the ends of two lines must share to rhyme: an open Russian syllable rhymes with its consonant. */
export function rhymeOf(marked: string): string | null {
  const word = plain(marked).split(/\s+/).at(-1)?.toLowerCase() ?? ''
  if (!/[а-яё]/u.test(word)) return englishRhymes[word] ?? null
  const end = /([^аеёиоуыэюя]?)([аеёиоуыэюя])([^аеёиоуыэюя]*)$/u.exec(word)
  if (!end) return null
  const [, before = '', vowel = '', after = ''] = end
  const sound = vowel.replace('ё', 'о').replace('я', 'а').replace('е', 'э').replace('ю', 'у')
  return after === '' ? before + sound : sound + after
}

export const lastWord = (marked: string) => plain(marked).split(/\s+/).at(-1)?.toLowerCase() ?? ''
