import type { SpeechLanguage } from '../protocol/voices.ts'
import { capitalise } from './clauses.ts'
import { syllablesIn } from './readability.ts'
import { openDictionary } from './russian/dictionary.ts'
import { nounOf, themesOf, titleOf } from './verse/themes.ts'
import type { Theme } from './verse/vocabulary.ts'

const firstLine = 5

type Lines = Partial<Record<Theme, readonly [seven: string, five: string]>>

/** Lines of seven and of five syllables; the first line is made of the theme. */
const lines: Record<
  SpeechLanguage,
  { opening: string; openings: readonly string[]; themed: Lines; general: readonly (readonly [string, string])[] }
> = {
  en: {
    opening: 'late in the evening',
    // Keyed by the number of syllables of the theme.
    openings: ['', '{theme}, early morning', '{theme} and silence', 'only {theme}', '{theme}, still', '{theme}'],
    themed: {
      sea: ['the tide writes and wipes its name', 'salt on the window'],
      forest: ['a leaf lets go of its branch', 'birds finish the song'],
      night: ['the moon looks in at the door', 'one lamp stays awake'],
      city: ['a tram hums past sleeping shops', 'lights in the puddles'],
      winter: ['snow has covered every path', 'breath hangs in the air'],
      spring: ['buds open up one by one', 'the window opens'],
      summer: ['the long day forgets to end', 'bees in the clover'],
      autumn: ['drops drum on the garden gate', 'the street shines again'],
      home: ['the kettle begins to sing', 'two cups on the sill'],
      sky: ['clouds forget where they came from', 'a swallow turns back'],
      road: ['the road bends and does not ask', 'dust on both my shoes'],
    },
    general: [
      ['for a while the world is still', 'I forget the time'],
      ['I stop and listen to it', 'then the day goes on'],
      ['nobody has to hurry', 'nothing more to say'],
    ],
  },
  ru: {
    opening: 'тихо вечером',
    openings: ['', '{theme} и тишина', '{theme} и покой', '{theme} опять', '{theme} здесь', '{theme}'],
    themed: {
      sea: ['волны пишут на песке', 'соль на рукаве'],
      forest: ['мох запомнил каждый шаг', 'птица допоёт'],
      night: ['месяц заглянул в окно', 'лампа не гаснет'],
      city: ['спит трамвай у фонаря', 'огни в лужицах'],
      winter: ['снег засыпал все следы', 'пар над кружкою'],
      spring: ['почки лопнули с утра', 'распахну окно'],
      summer: ['день забыл, что есть конец', 'пчёлы в клевере'],
      autumn: ['капли пляшут по зонту', 'улица блестит'],
      home: ['чайник тихо запоёт', 'две чашки рядом'],
      sky: ['облака забыли путь', 'ласточка в пути'],
      road: ['поворот не скажет, где', 'пыль на башмаках'],
    },
    general: [
      ['мир на миг совсем затих', 'время подождёт'],
      ['я стою и слушаю', 'больше слов не жду'],
      ['некуда теперь спешить', 'тихо на душе'],
    ],
  },
}

const words = {
  en: {
    untitled: 'Haiku',
    note: 'Haiku by rule: lines of 5, 7 and 5 syllables, put together around your theme. No poet, and no language model.',
  },
  ru: {
    untitled: 'Хокку',
    note: 'Хокку по правилам: строки в 5, 7 и 5 слогов, собранные вокруг вашей темы. Это не поэт и не языковая модель.',
  },
}

/** Three lines of five, seven and five syllables on a theme; the same theme always gives the same ones. */
export function writeHaiku(prompt: string, { language, theme }: { language: SpeechLanguage; theme: string | null }): string {
  const { opening, openings, themed, general } = lines[language]
  const noun = theme === null ? null : nameOf(theme, language)
  const syllables = noun === null ? 0 : noun.split(/\s+/u).reduce((sum, word) => sum + syllablesIn(word), 0)
  const first = noun !== null && syllables > 0 && syllables <= firstLine ? (openings[syllables] ?? '').replace('{theme}', noun) : opening
  const [called] = themesOf(prompt, language)
  const [seven, five] = (called && themed[called]) ?? general[prompt.length % general.length] ?? ['', '']
  const marks = [',', ',', '.']
  const written = [first, seven, five].map((line, index) => (index === 0 ? capitalise(line) : line) + (marks[index] ?? '')).join('  \n')
  const title = theme ? titleOf(theme, language) : words[language].untitled
  return [`# ${title}`, written, `*${words[language].note}*`].join('\n\n')
}

/** The theme as a line of its own: in Russian a noun in the nominative, if the dictionary has it. */
function nameOf(theme: string, language: SpeechLanguage): string | null {
  const noun = nounOf(theme)
  if (language === 'en') return noun
  if (/\s/u.test(noun)) return null
  const parse = openDictionary()
    .parse(noun.toLowerCase())
    .filter(({ pos }) => pos === 'NOUN')
    .toSorted((a, b) => b.weight - a.weight)[0]
  return parse?.inflect([parse.tags.has('plur') ? 'plur' : 'sing', 'nomn']) ?? null
}
