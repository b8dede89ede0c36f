import { cardinal, counted, decimal, nounIn, ofFraction, ordinal } from './numbers-ru.ts'
import type { Case, Gender, Noun } from './numbers-ru.ts'
import type { Around } from './rule.ts'

import { hour, year } from './nouns-ru.ts'
import type { Unit } from './nouns-ru.ts'

export const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const shortMonths = 'янв февр?|фев мар апр мая июн июл авг сент?|сен окт нояб?|ноя дек'.split(' ')
export const monthPattern = `${months.join('|')}|(?:${shortMonths.join('|')})\\.`
export const monthWords = new Set(
  'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре январём январем февралём февралем мартом апрелем маем июнем июлем августом сентябрём сентябрем октябрём октябрем ноябрём ноябрем декабрём декабрем'
    .split(' ')
    .concat(months),
)

const shortMonthPatterns = shortMonths.map((short) => new RegExp(`^(?:${short})\\.?$`, 'u'))

export function monthOf(written: string): string {
  if (months.includes(written)) return written
  const index = shortMonthPatterns.findIndex((pattern) => pattern.test(written))
  return months[index] ?? written
}

/** Numbers with spaces between their thousands, and whole numbers. */
export const number = String.raw`\d{1,3}(?:[\u00a0\u202f\u2009 ]\d{3})+(?!\d)|\d{1,15}(?!\d)`
export const valueOf = (written: string) => Number(written.replaceAll(/\D/g, ''))

/** The case that the word before a number requires. */
export const caseByWord = new Map<string, Case>()
for (const [wanted, words] of [
  [
    'g',
    'до от из без около после для у более менее больше меньше свыше порядка против вместо кроме среди вокруг возле из-за старше младше моложе выше ниже дороже дешевле длиннее короче течение ввиду вследствие не\u00a0более',
  ],
  ['d', 'к ко благодаря согласно вопреки равно равен равна'],
  ['i', 'между над перед пред'],
  ['p', 'о об обо при'],
  ['a', 'в во на за через по про сквозь'],
] as const) {
  for (const word of words.split(' ')) caseByWord.set(word, wanted)
}

export const wordsAfter = (after: string) =>
  (after.slice(0, 60).match(/^\s*[\p{L}-]+(?:\s+[\p{L}-]+)?/u)?.[0] ?? '').trim().toLowerCase().split(/\s+/)
export const lastBefore = (around: Around) => around.before.at(-1)?.toLowerCase() ?? ''

/** The case of a quantity, from the word before it and the ending of the noun after it. */
export function caseOf(around: Around): Case {
  const [next = ''] = wordsAfter(around.after)
  if (/(?:ами|ями|ьми)$/u.test(next)) return 'i'
  const before = lastBefore(around)
  if (/(?:ах|ях)$/u.test(next) && ['в', 'во', 'на', 'о', 'об', 'при'].includes(before)) return 'p'
  if (/(?:ам|ям)$/u.test(next) && ['к', 'ко', 'по', 'благодаря', 'согласно'].includes(before)) return 'd'
  if (before === 'с' || before === 'со') return 'g'
  return caseByWord.get(before) ?? 'n'
}

/** The gender of a counted noun, from its ending: «две книги», «два окна», «одно окно». */
export function genderAfter(value: number, after: string): Gender {
  const words = wordsAfter(after)
  const noun = /(?:[ыи]х|[ыи]е|ая|ое|ый|ий|ую)$/u.test(words[0] ?? '') ? (words[1] ?? words[0] ?? '') : (words[0] ?? '')
  if (value % 10 === 2) return /[ыи]$/u.test(noun) ? 'f' : 'm'
  if (/(?:а|я|ы|и|у|ю|ой|ей|ь)$/u.test(noun) && !/(?:рубл|ден|дн|кон)[ьяюе]/u.test(noun)) return 'f'
  return /[ое]$/u.test(noun) ? 'n' : 'm'
}

const spaced = (text: string) => text.replaceAll('_', ' ')

function sayNumber(value: number, places: string | undefined, gender: Gender, wanted: Case): string {
  if (places === undefined) return cardinal(value, gender, wanted)
  if (places === '5' && value === 1) return wanted === 'n' || wanted === 'a' ? (gender === 'f' ? 'полторы' : 'полтора') : 'полутора'
  return decimal(value, places)
}

export type Quantity = { value: number; places?: string; to?: number; toPlaces?: string; magnitude?: Noun; unit?: Unit; sign?: string }

export function sayQuantity({ value, places, to, toPlaces, magnitude, unit, sign }: Quantity, wanted: Case, gender: Gender): string {
  const noun = magnitude ?? unit?.noun
  const ofNoun = noun?.gender ?? gender
  // «От пяти до семи километров», but «за пять-семь дней».
  const isOpenRange = to !== undefined && wanted === 'n'
  const given = isOpenRange ? 'g' : wanted
  const first = sayNumber(value, places, ofNoun, given)
  const said =
    to === undefined
      ? first
      : isOpenRange
        ? `от ${first} до ${sayNumber(to, toPlaces, ofNoun, 'g')}`
        : `${first}-${sayNumber(to, toPlaces, ofNoun, given)}`
  const last = to ?? value
  const lastPlaces = to === undefined ? places : toPlaces
  const isFraction = lastPlaces !== undefined
  const words = [sign === '+' ? 'плюс' : sign === '±' ? 'плюс-минус' : sign ? 'минус' : '', said]
  // «Полтора» is a word of its own for one and a half: «полтора километра», «полутора километров».
  const withNoun = (found: Noun) =>
    isFraction && !(given !== 'n' && given !== 'a' && last === 1) ? ofFraction(found) : counted(last, found, given)
  if (magnitude) words.push(withNoun(magnitude))
  if (unit) words.push(magnitude ? nounIn(unit.noun, 'g', true) : withNoun(unit.noun), unit.tail ?? '')
  return spaced(words.filter((word) => word !== '').join(' '))
}

/** The case and words of a year: «2026 г.», «в 1812 году», «1941–1945 гг.». */
export function sayYears(from: number, to: number | undefined, word: string, around: Around): string {
  const before = lastBefore(around)
  const written = word.replace('.', '')
  const isPlural = to !== undefined || /^(?:гг|годы|годов|годах|годам|годами)$/u.test(written)
  const byPreposition: Case | undefined =
    before === 'в' || before === 'во'
      ? isPlural || written.startsWith('г')
        ? 'p'
        : undefined
      : before === 'с' || before === 'со'
        ? 'g'
        : caseByWord.get(before)
  const byWord = new Map<string, Case>([
    ['год', byPreposition === 'a' ? 'a' : 'n'],
    ['года', 'g'],
    ['году', before === 'к' || before === 'ко' ? 'd' : 'p'],
    ['годом', 'i'],
    ['годе', 'p'],
    ['годы', byPreposition === 'a' ? 'a' : 'n'],
    ['годов', 'g'],
    ['годах', 'p'],
    ['годам', 'd'],
    ['годами', 'i'],
  ])
  const wanted = byWord.get(written) ?? byPreposition ?? (around.before.length === 0 ? 'n' : 'g')
  const noun = isPlural ? (wanted === 'g' ? 'годов' : nounIn(year, wanted, true)) : nounIn(year, wanted)
  const years = [from, ...(to === undefined ? [] : [to])].map((value) => ordinal(value, 'm', wanted))
  return `${years.join(' – ')} ${noun}`
}

/** 1941–45 means 1941–1945. */
export const fullYear = (from: number, written: string) =>
  written.length < 4 ? Math.floor(from / 10 ** written.length) * 10 ** written.length + Number(written) : Number(written)

export function sayDate(day: number, month: string, yearValue: number | null, around: Around): string {
  const before = lastBefore(around)
  const others = around.before.length + wordsAfter(around.after).filter((word) => word !== '').length
  const stated = /^(?:сегодня|завтра|вчера|дата|это|было|по|на|дату|числа|с|до|от|после|около|к|ко)$/u
  let wanted: Case
  if (['с', 'со', 'до', 'от', 'после', 'около', 'без', 'для'].includes(before)) wanted = 'g'
  else if (before === 'к' || before === 'ко') wanted = 'd'
  else if (stated.test(before) || others === 0) wanted = 'n'
  else wanted = 'g'
  return `${ordinal(day, 'n', wanted)} ${month}${yearValue === null ? '' : ` ${ordinal(yearValue, 'm', 'g')} года`}`
}

export function sayTime(hours: number, minutes: number, around: Around): string {
  const before = lastBefore(around)
  const wanted: Case = ['с', 'со', 'до', 'от', 'после', 'около'].includes(before) ? 'g' : before === 'к' || before === 'ко' ? 'd' : 'n'
  if (minutes === 0) return `${cardinal(hours, 'm', wanted)} ${counted(hours, hour, wanted)}`
  return `${cardinal(hours, 'm', wanted)} ${minutes < 10 ? 'ноль ' : ''}${cardinal(minutes, 'f', wanted)}`
}

/** The spoken form of «5-й», «3-я», «90-х». */
export function sayWithEnding(value: number, ending: string, around: Around): string | null {
  const before = lastBefore(around)
  const [next = ''] = wordsAfter(around.after)
  const isTens = value >= 1000 || (value >= 20 && value % 10 === 0)
  const isOblique = ['в', 'во', 'на', 'о', 'об', 'при', 'из', 'от', 'до', 'с', 'со', 'у', 'к', 'ко', 'для', 'после', 'около'].includes(
    before,
  )
  switch (ending) {
    case 'й':
    case 'ый':
    case 'ий':
    case 'ой':
      return isOblique && /(?:[аыяиеё]|ой|ей)$/u.test(next) ? ordinal(value, 'f', 'g') : ordinal(value)
    case 'го':
    case 'ого':
    case 'его':
      return ordinal(value, 'm', 'g')
    case 'му':
    case 'ому':
    case 'ему':
      return ordinal(value, 'm', 'd')
    case 'м':
    case 'ым':
    case 'им':
    case 'ом':
    case 'ем':
      return ordinal(value, 'm', ending === 'ом' || ending === 'ем' || ['в', 'во', 'на', 'о', 'об', 'при'].includes(before) ? 'p' : 'i')
    case 'я':
    case 'ая':
      return ordinal(value, 'f')
    case 'ю':
    case 'ую':
      return ordinal(value, 'f', 'a')
    case 'е':
    case 'ое':
    case 'ые':
      return ordinal(value, ending === 'ые' || (ending === 'е' && (isTens || /(?:ые|[ыи])$/u.test(next))) ? 'plural' : 'n')
    case 'х':
    case 'ых':
    case 'их':
      return value < 5 ? cardinal(value, 'm', 'g') : ordinal(value, 'plural', 'g')
    case 'ми':
    case 'ыми':
      return value < 5 ? cardinal(value, 'm', 'i') : ordinal(value, 'plural', 'i')
    case 'ти':
    case 'и':
    case 'ух':
    case 'ех':
      return cardinal(value, 'm', 'g')
    case 'ю́':
    case 'мя':
      return cardinal(value, 'm', 'i')
    default:
      return null
  }
}

const femaleRulers = /^(?:екатерин|елизавет|анн|мари|виктори|изабелл|маргарит|софи|клеопатр|христин|беатрис)/u
export const isName = (word: string) => /^\p{Lu}[а-яё]+$/u.test(word)

/** «Пётр I», «Екатерины II»: the ordinal agrees with the name. */
export function sayRuler(value: number, name: string): string {
  const lower = name.toLowerCase()
  const ending = lower.at(-1) ?? ''
  const isFemale = femaleRulers.test(lower)
  const byEnding: Record<string, Case> = isFemale
    ? { а: 'n', я: 'n', ы: 'g', и: 'g', е: 'd', у: 'a', ю: 'a', й: 'i' }
    : { а: 'g', я: 'g', у: 'd', ю: 'd', м: 'i', е: 'p', и: 'p' }
  return ordinal(value, isFemale ? 'f' : 'm', byEnding[ending] ?? 'n')
}

/** An ordinal before an adjective or a noun takes the gender and case of its ending: «II мировой войны». */
export function sayBeforeWord(value: number, next: string): string | null {
  const endings: [RegExp, Gender | 'plural', Case][] = [
    [/(?:ая|яя)$/u, 'f', 'n'],
    [/(?:ую|юю)$/u, 'f', 'a'],
    [/(?:ого|его)$/u, 'm', 'g'],
    [/(?:ому|ему)$/u, 'm', 'd'],
    [/(?:ым|им)$/u, 'm', 'i'],
    [/(?:ое|ее)$/u, 'n', 'n'],
    [/(?:ые|ие)$/u, 'plural', 'n'],
    [/(?:ых|их)$/u, 'plural', 'g'],
    [/(?:ый|ий)$/u, 'm', 'n'],
    [/(?:ой|ей)$/u, 'f', 'g'],
    [/о$/u, 'n', 'n'],
    [/[бвгджзклмнпрстфхцчшщ]$/u, 'm', 'n'],
    [/[ая]$/u, 'f', 'n'],
  ]
  const found = endings.find(([pattern]) => pattern.test(next))
  return found ? ordinal(value, found[1], found[2]) : null
}

export const numberedParts: Record<string, Gender> = {
  глава: 'f',
  часть: 'f',
  книга: 'f',
  сцена: 'f',
  серия: 'f',
  степень: 'f',
  группа: 'f',
  категория: 'f',
  том: 'm',
  раздел: 'm',
  акт: 'm',
  сезон: 'm',
  класс: 'm',
  этап: 'm',
  тип: 'm',
}

const letterNames: Record<string, string> = Object.fromEntries(
  'А:а Б:бэ В:вэ Г:гэ Д:дэ Е:е Ё:ё Ж:жэ З:зэ И:и Й:й К:ка Л:эль М:эм Н:эн О:о П:пэ Р:эр С:эс Т:тэ У:у Ф:эф Х:ха Ц:цэ Ч:че Ш:ша Щ:ща Ы:ы Э:э Ю:ю Я:я'
    .split(' ')
    .map((entry) => entry.split(':')),
)
export const spell = (letters: string) => [...letters].map((letter) => letterNames[letter] ?? '').join(' ')
/** Abbreviations that are spelled out although they could be read as words, and those with a special reading. */
export const acronyms: Record<string, string> = {
  США: 'сэ шэ а',
  ФРГ: 'эф эр гэ',
  ФСБ: 'эф эс бэ',
  ФБР: 'фэ бэ эр',
  ЕС: 'е эс',
  ИИ: 'и и',
  АО: 'а о',
  ОАЭ: 'о а э',
  ВТО: 'вэ тэ о',
  ЦРУ: 'цэ эр у',
  МГУ: 'эм гэ у',
  ЭВМ: 'э вэ эм',
  ГИБДД: 'гэ и бэ дэ дэ',
  ЖКХ: 'жэ ка ха',
  ИП: 'и пэ',
  ИНН: 'и эн эн',
  ЕГЭ: 'егэ',
  ОГЭ: 'огэ',
  ТВ: 'тэ вэ',
  ПО: 'пэ о',
  УК: 'у ка',
  СНГ: 'эс эн гэ',
  ДТП: 'дэ тэ пэ',
}

export function sayAcronym(letters: string): string | null {
  const known = acronyms[letters]
  if (known) return known
  const vowels = letters.match(/[АЕЁИОУЫЭЮЯ]/gu)?.length ?? 0
  const isSpeakable = vowels > 0 && !/^[^АЕЁИОУЫЭЮЯ]{2}/u.test(letters) && !/[^АЕЁИОУЫЭЮЯ]{3}/u.test(letters) && letters.length > 2
  return isSpeakable ? null : spell(letters)
}
