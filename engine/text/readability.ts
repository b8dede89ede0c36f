import type { SpeechLanguage } from '../protocol/voices.ts'
import { segmentersOf } from './split.ts'
import type { Sentence } from './sentences.ts'

/**
 * English: Flesch 1948 and Kincaid 1975. Russian: both with the coefficients of I. V. Oborneva (2006), found by comparing parallel texts.
 * The pace is that of adults reading aloud prose in the IReST study (Trauzettel-Klosinski, Dietz, 2012).
 */
const formulas = {
  en: { ease: [206.835, 1.015, 84.6], grade: [0.39, 11.8, 15.59], wordsPerMinute: 228 },
  ru: { ease: [206.835, 1.3, 60.1], grade: [0.5, 8.4, 15.59], wordsPerMinute: 184 },
} as const
const longSentenceWords = { en: 25, ru: 20 }
const maxNamed = 5
const maxQuote = 110

const labels = {
  en: {
    title: 'Readability',
    ease: 'Reading ease',
    easeSource: 'Flesch Reading Ease, usually 0 to 100, higher is easier',
    grade: 'School grade',
    gradeSource: 'Flesch–Kincaid',
    sentences: 'Sentences',
    words: 'Words',
    syllables: 'Syllables',
    perSentence: 'Words in a sentence, on average',
    perWord: 'Syllables in a word, on average',
    time: 'Reading time',
    pace: (count: string) => `at ${count} words a minute`,
    long: (count: string) => `Sentences longer than ${count} words`,
    none: 'None.',
    more: (count: string) => `and ${count} more`,
    words_short: (count: string) => `${count} words`,
    bands: ['very easy', 'easy', 'plain', 'rather difficult', 'difficult', 'very difficult'],
  },
  ru: {
    title: 'Удобочитаемость',
    ease: 'Лёгкость чтения',
    easeSource: 'индекс Флеша, адаптация И. В. Оборневой; обычно от 0 до 100, чем больше, тем легче',
    grade: 'Класс школы',
    gradeSource: 'индекс Флеша — Кинкейда, адаптация И. В. Оборневой',
    sentences: 'Предложений',
    words: 'Слов',
    syllables: 'Слогов',
    perSentence: 'Слов в предложении, в среднем',
    perWord: 'Слогов в слове, в среднем',
    time: 'Время чтения',
    pace: (count: string) => `при скорости ${count} слова в минуту`,
    long: (count: string) => `Предложения длиннее ${count} слов`,
    none: 'Таких нет.',
    more: (count: string) => `и ещё ${count}`,
    words_short: (count: string) => `слов: ${count}`,
    bands: ['очень лёгкий текст', 'лёгкий текст', 'обычный текст', 'довольно трудный текст', 'трудный текст', 'очень трудный текст'],
  },
}

export type TextCounts = { sentences: number; words: number; syllables: number; ease: number; grade: number }

const wordsOf = (text: string, language: SpeechLanguage): string[] => {
  const words: string[] = []
  for (const { segment, isWordLike } of segmentersOf[language].word.segment(text)) if (isWordLike) words.push(segment)
  return words
}

/** By vowels in Russian; by groups of vowels in English, less the silent endings. */
export function syllablesIn(word: string): number {
  const lower = word.toLowerCase()
  const russian = lower.match(/[аеёиоуыэюя]/gu)?.length ?? 0
  if (/\p{Script=Cyrillic}/u.test(lower)) return Math.max(1, russian)
  const letters = lower.replace(/[^a-z]/g, '').slice(0, 60)
  if (letters.length <= 3) return 1
  const spoken = letters
    // Silent: places keep their e, lanes and reduce lose it; wanted keeps it, approved loses it.
    .replace(/(?:[^laeiouycgsxzh]es|[^dtaeiouy]ed|[^laeiouy]e)$/, '')
    .replace(/^y/, '')
    .replace(/(?<![cst])i[ao](?!n)|eo|iu/g, 'a-a')
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}

export function countText(sentences: Sentence[], language: SpeechLanguage): TextCounts {
  const words = sentences.flatMap(({ text }) => wordsOf(text, language))
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0)
  const perSentence = words.length / Math.max(1, sentences.length)
  const perWord = syllables / Math.max(1, words.length)
  const { ease, grade } = formulas[language]
  return {
    sentences: sentences.length,
    words: words.length,
    syllables,
    ease: ease[0] - ease[1] * perSentence - ease[2] * perWord,
    grade: Math.max(0, grade[0] * perSentence + grade[1] * perWord - grade[2]),
  }
}

export function reportReadability(sentences: Sentence[], language: SpeechLanguage): string {
  const counts = countText(sentences, language)
  const say = labels[language]
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value)
  const bandAt = [90, 70, 60, 50, 30].findIndex((least) => counts.ease >= least)
  const band = say.bands.at(bandAt === -1 ? 5 : bandAt) ?? ''
  const pace = formulas[language].wordsPerMinute
  const long = sentences
    .map(({ text }) => ({ text, words: wordsOf(text, language).length }))
    .filter(({ words }) => words > longSentenceWords[language])
    .toSorted((a, b) => b.words - a.words)
  const named = long.slice(0, maxNamed).map(({ text, words }) => `- ${quote(text)} (${say.words_short(number(words))})`)
  return [
    `# ${say.title}`,
    '',
    `- **${say.ease}:** ${number(counts.ease, 1)}, ${band} (${say.easeSource})`,
    `- **${say.grade}:** ${number(counts.grade, 1)} (${say.gradeSource})`,
    `- **${say.sentences}:** ${number(counts.sentences)}`,
    `- **${say.words}:** ${number(counts.words)}`,
    `- **${say.syllables}:** ${number(counts.syllables)}`,
    `- **${say.perSentence}:** ${number(counts.words / Math.max(1, counts.sentences), 1)}`,
    `- **${say.perWord}:** ${number(counts.syllables / Math.max(1, counts.words), 2)}`,
    `- **${say.time}:** ${duration((counts.words / pace) * 60, language)} ${say.pace(number(pace))}`,
    '',
    `## ${say.long(number(longSentenceWords[language]))}`,
    '',
    ...(named.length > 0 ? named : [say.none]),
    ...(long.length > maxNamed ? [`- ${say.more(number(long.length - maxNamed))}`] : []),
  ].join('\n')
}

function duration(seconds: number, language: SpeechLanguage): string {
  const [unit, value] =
    seconds < 90 ? (['second', Math.max(1, Math.round(seconds))] as const) : (['minute', Math.round(seconds / 60)] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** The first words of a sentence, enough to find it. */
function quote(text: string): string {
  if (text.length <= maxQuote) return text
  const cut = text.slice(0, maxQuote)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxQuote / 2)).replace(/(?<![\s,;:—–-])[\s,;:—–-]+$/u, '')}…`
}
