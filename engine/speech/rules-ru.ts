import { cardinal, compound, nounIn, ordinal } from './numbers-ru.ts'
import type { Case, Noun } from './numbers-ru.ts'
import { roman, romanValue, rule, wordEnd } from './rule.ts'
import type { Around, Rule } from './rule.ts'

import { rouble, kopeck, century, centenary, units, magnitudes, currencies } from './nouns-ru.ts'
import {
  months,
  monthPattern,
  monthWords,
  monthOf,
  number,
  valueOf,
  caseByWord,
  wordsAfter,
  lastBefore,
  caseOf,
  genderAfter,
  sayQuantity,
  sayYears,
  fullYear,
  sayDate,
  sayTime,
  sayWithEnding,
  isName,
  sayRuler,
  sayBeforeWord,
  numberedParts,
  spell,
  sayAcronym,
} from './say-ru.ts'
import type { Quantity } from './say-ru.ts'

const end = wordEnd
const abbreviation = (pattern: string, read: Rule['read'] | string, mayEndSentence = false) =>
  rule(new RegExp(pattern, 'u'), read, { mayEndSentence })
const inPlace = (around: Around) => ['в', 'во', 'на', 'о', 'об', 'при'].includes(lastBefore(around))
const ofPlace = (around: Around) => ['из', 'до', 'от', 'около', 'с', 'со', 'для', 'у', 'без', 'возле', 'после'].includes(lastBefore(around))
const toPlace = (around: Around) => ['к', 'ко', 'по'].includes(lastBefore(around))
/** A noun before a name or a number, in the case that its preposition requires. */
const placed = (nominative: string, genitive: string, dative: string, prepositional: string) => (_: unknown, around: Around) =>
  inPlace(around) ? prepositional : ofPlace(around) ? genitive : toPlace(around) ? dative : nominative

const beforeName = String.raw`(?=\s?[«"]?\p{Lu})`
const beforeNumber = String.raw`(?=\s?\d)`

const abbreviations: Rule[] = [
  abbreviation(String.raw`[Тт]\.\s?е\.`, 'то есть'),
  abbreviation(String.raw`[Тт]\.\s?к\.`, 'так как'),
  abbreviation(String.raw`[Тт]\.\s?н\.`, 'так называемый'),
  abbreviation(String.raw`[Тт]\.\s?о\.`, 'таким образом'),
  abbreviation(String.raw`[Вв] т\.\s?ч\.`, 'в том числе'),
  abbreviation(String.raw`и т\.\s?д\.`, 'и так далее', true),
  abbreviation(String.raw`и т\.\s?п\.`, 'и тому подобное', true),
  abbreviation(String.raw`и др\.`, 'и другие', true),
  abbreviation(String.raw`и пр\.`, 'и прочее', true),
  abbreviation(String.raw`до н\.\s?э\.`, 'до нашей эры', true),
  abbreviation(String.raw`н\.\s?э\.`, 'нашей эры', true),
  abbreviation(String.raw`[Ии]\.\s?о\.`, 'исполняющий обязанности'),
  abbreviation(String.raw`с\.\s?-\s?х\.`, 'сельскохозяйственный'),
  abbreviation(String.raw`ж\.?\s?-\s?д\.`, 'железнодорожный'),
  abbreviation(String.raw`P\.\s?S\.`, 'постскриптум'),
  abbreviation(String.raw`[Сс]м\.(?=\s)`, 'смотри'),
  abbreviation(String.raw`[Сс]р\.(?=\s)`, 'сравни'),
  abbreviation(String.raw`[Нн]апр\.`, 'например'),
  abbreviation(String.raw`[Оо]к\.(?=\s?\d)`, 'около'),
  abbreviation(String.raw`им\.${beforeName}`, 'имени'),
  abbreviation(String.raw`[Гг]\.${beforeName}`, (match, around) =>
    /^\d/u.test(lastBefore(around)) ? null : placed('город', 'города', 'городу', 'городе')(match, around),
  ),
  abbreviation(String.raw`[Уу]л\.${beforeName}`, placed('улица', 'улицы', 'улице', 'улице')),
  abbreviation(String.raw`[Пп]р(?:осп\.|-т\.?|\.)${beforeName}`, placed('проспект', 'проспекта', 'проспекту', 'проспекте')),
  abbreviation(String.raw`[Пп]ер\.${beforeName}`, placed('переулок', 'переулка', 'переулку', 'переулке')),
  abbreviation(String.raw`[Нн]аб\.${beforeName}`, placed('набережная', 'набережной', 'набережной', 'набережной')),
  abbreviation(String.raw`[Пп]л\.${beforeName}`, placed('площадь', 'площади', 'площади', 'площади')),
  abbreviation(String.raw`[Сс]т\.${beforeName}`, placed('станция', 'станции', 'станции', 'станции')),
  abbreviation(String.raw`[Оо]з\.${beforeName}`, placed('озеро', 'озера', 'озеру', 'озере')),
  abbreviation(String.raw`[Рр]\.${beforeName}(?!\s?\p{Lu}\.)`, (match, around) =>
    /^\d/u.test(lastBefore(around)) ? null : placed('река', 'реки', 'реке', 'реке')(match, around),
  ),
  abbreviation(String.raw`обл\.`, placed('область', 'области', 'области', 'области'), true),
  abbreviation(String.raw`р-н[а-яё]{0,2}`, (match) => match[0].replace('р-н', 'район')),
  abbreviation(String.raw`д\.${beforeNumber}`, 'дом'),
  abbreviation(String.raw`кв\.${beforeNumber}`, 'квартира'),
  abbreviation(String.raw`корп\.${beforeNumber}`, 'корпус'),
  abbreviation(String.raw`[Сс]т\.${beforeNumber}`, placed('статья', 'статьи', 'статье', 'статье')),
  abbreviation(String.raw`[Пп]\.${beforeNumber}`, placed('пункт', 'пункта', 'пункту', 'пункте')),
  abbreviation(String.raw`[Гг]л\.${beforeNumber}`, placed('глава', 'главы', 'главе', 'главе')),
  abbreviation(String.raw`[Рр]ис\.${beforeNumber}`, placed('рисунок', 'рисунка', 'рисунку', 'рисунке')),
  abbreviation(String.raw`[Тт]абл\.${beforeNumber}`, placed('таблица', 'таблицы', 'таблице', 'таблице')),
  abbreviation(String.raw`[Сс](?:тр)?\.${beforeNumber}`, placed('страница', 'страницы', 'странице', 'странице')),
  abbreviation(String.raw`[Тт]\.${beforeNumber}`, placed('том', 'тома', 'тому', 'томе')),
  abbreviation(String.raw`[Тт]ел\.:?(?=\s?[+\d(])`, 'телефон'),
  abbreviation(String.raw`[Пп]роф\.`, 'профессор'),
  abbreviation(String.raw`[Аа]кад\.`, 'академик'),
  abbreviation(String.raw`[Дд]оц\.`, 'доцент'),
  abbreviation(String.raw`г-н(?:[аеу]|ом)?${end}`, (match) => `господин${match[0].slice(3)}`),
  abbreviation(String.raw`г-ж(?:а|и|е|у|ой)${end}`, (match) => `госпож${match[0].slice(3)}`),
]

const phone = String.raw`(?:\+\d{1,3}|8)[\s\u00a0-]?\(?\d{3}\)?[\s\u00a0-]?\d{3}[\s\u00a0-]?\d{2}[\s\u00a0-]?\d{2}${end}`

/** Reads three digits as one number and keeps a leading zero. */
function sayDigitGroup(digits: string): string {
  const zeros = /^0*/.exec(digits)?.[0].length ?? 0
  const rest = digits.slice(zeros)
  return [...Array<string>(zeros).fill('ноль'), ...(rest === '' ? [] : [cardinal(Number(rest))])].join(' ')
}

function sayPhone(written: string): string {
  const digits = written.replaceAll(/\D/g, '')
  const country = digits.slice(0, digits.length - 10)
  const local = digits.slice(-10)
  const groups = [local.slice(0, 3), local.slice(3, 6), local.slice(6, 8), local.slice(8)].map(sayDigitGroup)
  return `${written.startsWith('+') ? 'плюс ' : ''}${sayDigitGroup(country)}, ${groups.join(', ')}`
}

const unitPattern = units.map(([pattern]) => pattern).join('|')
const unitOf = (written: string) => units.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'u').test(written))?.[1]
const magnitudeOf = (written: string | undefined) => (written ? magnitudes.find(([pattern]) => pattern.test(written))?.[1] : undefined)

const gap = String.raw`[\s\u00a0\u202f\u2009]?`
const quantity = new RegExp(
  `(?<sign>[-−–+±])?(?<value>${number})(?:[.,](?<places>\\d{1,9})(?![\\d]))?(?:${gap}[-–—]${gap}(?<to>${number})(?:[.,](?<toPlaces>\\d{1,9})(?!\\d))?)?` +
    `(?:${gap}(?<magnitude>(?:тыс|млн|млрд|трлн)\\.?)${end})?(?:${gap}(?<unit>${unitPattern})(?![\\p{L}\\p{N}/]))?`,
  'uy',
)

const centuryNouns: [RegExp, Noun][] = [
  [/^(?:вв?\.|век)/u, century],
  [/^столет/u, centenary],
]

function sayCentury(match: RegExpExecArray, around: Around): string | null {
  const [, from = '', to, word = ''] = match
  const values = [from, ...(to ? [to] : [])].map((numeral) => romanValue(numeral.replaceAll('Х', 'X')))
  if (values.some((value) => value === 0)) return null
  const noun = centuryNouns.find(([pattern]) => pattern.test(word))?.[1] ?? century
  const before = lastBefore(around)
  const isPlural = to !== undefined
  const written = word.replace('.', '')
  const forms = [noun.singular, noun.plural].flatMap((list, number) =>
    list.split(' ').map((form, index) => ({ form, number, wanted: 'ngdaip'[index] })),
  )
  const byWord = /^вв?$/u.test(written)
    ? undefined
    : before === 'в' && /^(?:веке|веках|столетии|столетиях)$/u.test(written)
      ? { wanted: 'p' }
      : forms.find(({ form, number }) => form === written && (number === 0 || isPlural))
  const byPreposition: Case | undefined = ['в', 'во'].includes(before) ? 'p' : ['с', 'со'].includes(before) ? 'g' : caseByWord.get(before)
  const wanted =
    (['n', 'g', 'd', 'a', 'i', 'p'] as const).find((found) => found === byWord?.wanted) ??
    byPreposition ??
    (around.before.length === 0 ? 'n' : 'g')
  const said = values.map((value) => ordinal(value, noun.gender, wanted)).join(' – ')
  return `${said} ${/^вв?$/u.test(written) ? nounIn(noun, wanted, isPlural) : written}`
}

const yearWord = 'гг?\\.|годами|годах|годам|годов|годом|годы|года|году|годе|год'

/** Reading rules for Russian; the first match wins. */
export const russianRules: Rule[] = [
  ...abbreviations,
  // Initials before and after a surname.
  rule(/([А-ЯЁ])\.\s?(?:([А-ЯЁ])\.\s?)?(?=[А-ЯЁ][а-яё])/u, ([, first = '', second = '']) => spell(first + second)),
  rule(/([а-яё])\.\s?([а-яё])\.(?:\s?([а-яё])\.)?/u, ([, ...letters]) => spell(letters.join('').toUpperCase())),
  rule(/([А-ЯЁ])\.\s?([А-ЯЁ])\./u, ([, first = '', second = '']) => spell(first + second), { mayEndSentence: true }),
  rule(new RegExp(phone, 'u'), ([written]) => sayPhone(written)),
  // Dates.
  rule(
    new RegExp(`(\\d{1,2})(?:-го)?\\s?[-–—]\\s?(\\d{1,2})(?:-е)?\\s(${monthPattern})(?:\\s(\\d{4})(?:\\s?(?:года|г\\.))?)?${end}`, 'uy'),
    ([, from, to, month = '', value]) => {
      const years = value ? ` ${ordinal(Number(value), 'm', 'g')} года` : ''
      return `с ${ordinal(Number(from), 'n', 'g')} по ${ordinal(Number(to), 'n')} ${monthOf(month)}${years}`
    },
    { mayEndSentence: true },
  ),
  rule(
    new RegExp(
      `(\\d{1,2})(?:-(?:е|го|му))?[\\s\\u00a0](${monthPattern})(?:[\\s\\u00a0](\\d{4})(?:[\\s\\u00a0]?(?:года|г\\.)(?!\\p{L}))?)?${end}`,
      'uy',
    ),
    ([, day, month = '', value], around) => sayDate(Number(day), monthOf(month), value ? Number(value) : null, around),
    { mayEndSentence: true },
  ),
  rule(
    /(\d{1,2})(?=\s(?:по|до|и)\s\d{1,2}\s(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря))/u,
    ([, day], around) => ordinal(Number(day), 'n', ['с', 'со', 'от', 'до'].includes(lastBefore(around)) ? 'g' : 'n'),
  ),
  rule(
    /(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)(?:[\s\u00a0]?г\.)?/u,
    ([, day, month, value], around) => {
      const name = months[Number(month) - 1]
      return name && Number(day) <= 31 ? sayDate(Number(day), name, Number(value), around) : null
    },
    { mayEndSentence: true },
  ),
  rule(/(\d{4})-(\d{2})-(\d{2})(?!\d)/u, ([, value, month, day], around) => {
    const name = months[Number(month) - 1]
    return name && Number(day) <= 31 ? sayDate(Number(day), name, Number(value), around) : null
  }),
  // Years and centuries.
  rule(
    new RegExp(`(\\d{3,4})(?:\\s?[-–—]\\s?(\\d{2,4}))?[\\s\\u00a0]?(${yearWord})${end}`, 'uy'),
    ([, from = '', to, word = ''], around) => {
      // «102 года» counts years, «1812 года» names a year.
      if (from.length === 3 && !to && word === 'года') return null
      if (!to && monthWords.has(lastBefore(around)) && word.startsWith('г')) return `${ordinal(Number(from), 'm', 'g')} года`
      return sayYears(Number(from), to ? fullYear(Number(from), to) : undefined, word, around)
    },
    { mayEndSentence: true },
  ),
  rule(/\((\d{4})\s?[-–—]\s?(\d{4})\)/u, ([, from, to]) => `${ordinal(Number(from))} – ${ordinal(Number(to))},`),
  rule(
    new RegExp(`([IVXХ]+)(?:\\s?[-–—]\\s?([IVXХ]+))?[\\s\\u00a0]?(вв?\\.|век\\p{L}{0,3}|столети\\p{L}{1,2})(?!\\p{L})`, 'uy'),
    sayCentury,
    { mayEndSentence: true },
  ),
  rule(new RegExp(`(?=[IVX])(${roman})${end}`, 'uy'), ([, numeral = ''], around) => {
    const value = romanValue(numeral)
    const before = around.before.at(-1) ?? ''
    if (value === 0) return null
    const numbered = numberedParts[before.toLowerCase()]
    if (numbered) return ordinal(value, numbered)
    if (isName(before) && around.before.length > 0) return sayRuler(value, before)
    const [next = ''] = wordsAfter(around.after)
    return /^[а-яё]/u.test(next) && (numeral.length > 1 || next.startsWith('миров')) ? sayBeforeWord(value, next) : null
  }),
  // Times.
  rule(/([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?!\d)/u, ([, hours, minutes, seconds], around) =>
    seconds === undefined
      ? sayTime(Number(hours), Number(minutes), around)
      : [cardinal(Number(hours)), cardinal(Number(minutes), 'f'), cardinal(Number(seconds), 'f')].join(', '),
  ),
  rule(/(\d{1,3}):(\d{1,3})(?![\d:])/u, ([, first, second]) => `${cardinal(Number(first))}, ${cardinal(Number(second))}`),
  // Numbers with a suffix.
  rule(new RegExp(`(\\d{1,9})%?-(?:[а-яё]{1,3})${end}`, 'uy'), (match, around) => {
    const ending = /-([а-яё]{1,3})$/u.exec(match[0])?.[1] ?? ''
    if (match[0].includes('%')) return `${compound(Number(match[1]))}процентн${ending.replace(/^н/u, '')}`
    return sayWithEnding(Number(match[1]), ending, around)
  }),
  rule(/(\d{1,4})%-н(\p{L}{2,3})/u, ([, value, ending]) => `${compound(Number(value))}процентн${ending}`),
  rule(/(\d{1,4})-?летие/u, ([, value]) => (Number(value) === 1000 ? 'тысячелетие' : `${compound(Number(value))}летие`)),
  rule(/(\d{1,4})-(\p{Script=Cyrillic}{4,})/u, ([, value, word = '']) => compound(Number(value)) + word),
  // Money with the sign in front.
  rule(
    new RegExp(
      `(?<sign>[$€£¥₽])${gap}(?<value>${number}|\\d{1,3}(?:,\\d{3})+)(?:[.,](?<places>\\d{1,2})(?!\\d))?(?:${gap}(?<magnitude>(?:тыс|млн|млрд|трлн)\\.?)${end})?`,
      'uy',
    ),
    ({ groups = {} }, around) => {
      const currency = currencies[groups.sign ?? '']
      if (!currency) return null
      const value = valueOf(groups.value ?? '')
      const wanted = caseOf({ ...around, after: '' })
      const magnitude = magnitudeOf(groups.magnitude)
      if (magnitude) return sayQuantity({ value, places: groups.places, magnitude, unit: currency }, wanted, 'm')
      const whole = sayQuantity({ value, unit: currency }, wanted, 'm')
      const small = Number((groups.places ?? '0').padEnd(2, '0'))
      return small === 0 ? whole : `${whole} ${sayQuantity({ value: small, unit: { noun: currency.small } }, wanted, 'm')}`
    },
    { mayEndSentence: true },
  ),
  rule(
    new RegExp(`(${number})[.,](\\d{2})${gap}(?:руб\\.?|₽)`, 'uy'),
    ([, roubles = '', kopecks], around) => {
      const wanted = caseOf({ ...around, after: '' })
      const whole = sayQuantity({ value: valueOf(roubles), unit: { noun: rouble } }, wanted, 'm')
      return Number(kopecks) === 0 ? whole : `${whole} ${sayQuantity({ value: Number(kopecks), unit: { noun: kopeck } }, wanted, 'f')}`
    },
    { mayEndSentence: true },
  ),
  // Versions and addresses, fractions, sizes.
  rule(/\d+(?:\.\d+){2,}/uy, ([written]) =>
    written
      .split('.')
      .map((part) => cardinal(Number(part)))
      .join(' точка '),
  ),
  rule(/(\d{1,3})\/(\d{1,3})(?![\d/])/u, ([, top = '', bottom = '']) => {
    const [first, second] = [Number(top), Number(bottom)]
    if (first === 0 || second < 2 || first >= second)
      return second === 7 ? `${cardinal(first)} на ${cardinal(second)}` : `${cardinal(first)} дробь ${cardinal(second)}`
    return `${cardinal(first, 'f')} ${first === 1 ? ordinal(second, 'f') : ordinal(second, 'plural', 'g')}`
  }),
  rule(/½/u, 'половина'),
  rule(/¼/u, 'четверть'),
  rule(/¾/u, 'три четверти'),
  rule(/(\d+)\s?[×x]\s?(\d+)(?!\d)/uy, ([, first, second]) => `${cardinal(Number(first))} на ${cardinal(Number(second))}`),
  rule(/0\d+(?![.,]?\d)/uy, ([digits]) => [...digits].map((digit) => cardinal(Number(digit))).join(' ')),
  rule(/\d{16,}/u, ([digits]) => (digits.match(/\d{1,3}/g) ?? []).map(sayDigitGroup).join(' ')),
  rule(
    quantity,
    (match, around) => {
      const { sign, value = '', places, to, toPlaces, magnitude, unit } = match.groups ?? {}
      const from = valueOf(value)
      // «Цех-5»: the dash belongs to the word before it.
      const found: Quantity = {
        value: from,
        places,
        to: to === undefined ? undefined : valueOf(to),
        toPlaces,
        magnitude: magnitudeOf(magnitude),
        unit: unit === undefined ? undefined : unitOf(unit),
        sign,
      }
      const hasNoun = found.unit !== undefined || found.magnitude !== undefined
      const inDistance =
        found.unit && ['в', 'во'].includes(lastBefore(around)) && /^\s*(?:от|к|южнее|севернее|западнее|восточнее)\s/u.test(around.after)
      const wanted = inDistance ? 'p' : caseOf(hasNoun ? { ...around, after: around.after.replace(/^\s*\p{L}+/u, '') } : around)
      return sayQuantity(found, wanted, hasNoun ? 'm' : genderAfter(found.to ?? from, around.after))
    },
    { mayEndSentence: true },
  ),
  // Symbols.
  rule(/№\s?/u, 'номер'),
  rule(/§\s?/u, 'параграф'),
  rule(/&/u, 'и'),
  rule(/\+(?=\s|$)/u, 'плюс'),
  rule(/=/u, 'равно'),
  rule(/%/u, 'процентов'),
  rule(/#(?=\p{L})/u, 'хештег'),
  rule(/и\/или/u, 'и или'),
  rule(/[А-ЯЁ]{2,6}(?![\p{L}-])/u, ([letters], around) =>
    // In a heading in capitals, a short word is no acronym.
    /^\s+[А-ЯЁ]{5,}/u.test(around.after) || /^[А-ЯЁ]{5,}$/u.test(around.before.at(-1) ?? '') ? null : sayAcronym(letters),
  ),
]
