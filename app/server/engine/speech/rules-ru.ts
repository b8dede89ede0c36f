import { cardinal, compound, counted, decimal, milliard, million, nounIn, ofFraction, ordinal, thousand, trillion } from './numbers-ru.ts'
import type { Case, Gender, Noun } from './numbers-ru.ts'
import { roman, romanValue, rule, wordEnd } from './rule.ts'
import type { Around, Rule } from './rule.ts'

const masculine = (stem: string, genitivePlural = `${stem}ов`): Noun => ({
  gender: 'm',
  singular: `${stem} ${stem}а ${stem}у ${stem} ${stem}ом ${stem}е`,
  plural: `${stem}ы ${genitivePlural} ${stem}ам ${stem}ы ${stem}ами ${stem}ах`,
})
const feminine = (stem: string, genitivePlural = stem): Noun => ({
  gender: 'f',
  singular: `${stem}а ${stem}ы ${stem}е ${stem}у ${stem}ой ${stem}е`,
  plural: `${stem}ы ${genitivePlural} ${stem}ам ${stem}ы ${stem}ами ${stem}ах`,
})
const feminineK = (stem: string, genitivePlural: string): Noun => ({
  gender: 'f',
  singular: `${stem}а ${stem}и ${stem}е ${stem}у ${stem}ой ${stem}е`,
  plural: `${stem}и ${genitivePlural} ${stem}ам ${stem}и ${stem}ами ${stem}ах`,
})
const unchanging = (word: string): Noun => ({ gender: 'm', singular: Array(6).fill(word).join(' '), plural: Array(6).fill(word).join(' ') })
/** The nouns' forms are separated by spaces, so a space inside of one is written as `_`. */
const qualified = (adjective: string, noun: Noun): Noun => {
  const endings = ['ый ого ому ый ым ом', 'ые ых ым ые ыми ых'].map((forms) => forms.split(' '))
  const join = (forms: string, number: number) =>
    forms
      .split(' ')
      .map((form, index) => `${adjective}${endings[number]?.[index] ?? ''}_${form}`)
      .join(' ')
  return { gender: noun.gender, singular: join(noun.singular, 0), plural: join(noun.plural, 1) }
}

const metre = masculine('метр')
const kilometre = masculine('километр')
const rouble: Noun = {
  gender: 'm',
  singular: 'рубль рубля рублю рубль рублём рубле',
  plural: 'рубли рублей рублям рубли рублями рублях',
}
const kopeck = feminineK('копейк', 'копеек')
const dollar = masculine('доллар')
const cent = masculine('цент')
const hour = masculine('час')
const percent = masculine('процент')
const degree = masculine('градус')
const year: Noun = { gender: 'm', singular: 'год года году год годом году', plural: 'годы лет годам годы годами годах' }
const century: Noun = { gender: 'm', singular: 'век века веку век веком веке', plural: 'века веков векам века веками веках' }
const centenary: Noun = {
  gender: 'n',
  singular: 'столетие столетия столетию столетие столетием столетии',
  plural: 'столетия столетий столетиям столетия столетиями столетиях',
}

type Unit = { noun: Noun; tail?: string }

const units: [string, Unit][] = [
  ['км/ч', { noun: kilometre, tail: 'в час' }],
  ['м/с', { noun: metre, tail: 'в секунду' }],
  ['км²|кв\\.\\s?км', { noun: qualified('квадратн', kilometre) }],
  ['м²|м2|кв\\.\\s?м\\.?', { noun: qualified('квадратн', metre) }],
  ['м³|м3|куб\\.\\s?м\\.?', { noun: masculine('кубометр') }],
  ['км', { noun: kilometre }],
  ['дм', { noun: masculine('дециметр') }],
  ['см', { noun: masculine('сантиметр') }],
  ['мм', { noun: masculine('миллиметр') }],
  ['мкм', { noun: masculine('микрометр') }],
  ['нм', { noun: masculine('нанометр') }],
  ['м', { noun: metre }],
  ['кг', { noun: masculine('килограмм') }],
  ['мг', { noun: masculine('миллиграмм') }],
  ['мкг', { noun: masculine('микрограмм') }],
  ['г', { noun: masculine('грамм') }],
  ['т', { noun: feminine('тонн') }],
  ['ц', { noun: masculine('центнер') }],
  ['мл', { noun: masculine('миллилитр') }],
  ['л', { noun: masculine('литр') }],
  ['га', { noun: masculine('гектар') }],
  ['ч\\.?', { noun: hour }],
  ['мин\\.?', { noun: feminine('минут') }],
  ['сек\\.?|с', { noun: feminine('секунд') }],
  ['мс', { noun: feminine('миллисекунд') }],
  ['кВт·ч|кВт\\*ч|кВтч', { noun: masculine('киловатт-час') }],
  ['МВт', { noun: masculine('мегаватт', 'мегаватт') }],
  ['кВт', { noun: masculine('киловатт', 'киловатт') }],
  ['Вт', { noun: masculine('ватт', 'ватт') }],
  ['кВ', { noun: masculine('киловольт', 'киловольт') }],
  ['В', { noun: masculine('вольт', 'вольт') }],
  ['ТБ', { noun: masculine('терабайт', 'терабайт') }],
  ['ГБ|Гб', { noun: masculine('гигабайт', 'гигабайт') }],
  ['МБ|Мб', { noun: masculine('мегабайт', 'мегабайт') }],
  ['КБ|Кб|кБ', { noun: masculine('килобайт', 'килобайт') }],
  ['Мбит/с', { noun: masculine('мегабит', 'мегабит'), tail: 'в секунду' }],
  ['ГГц', { noun: masculine('гигагерц', 'гигагерц') }],
  ['МГц', { noun: masculine('мегагерц', 'мегагерц') }],
  ['кГц', { noun: masculine('килогерц', 'килогерц') }],
  ['Гц', { noun: masculine('герц', 'герц') }],
  ['дБ', { noun: masculine('децибел', 'децибел') }],
  ['ккал', { noun: feminineK('килокалори', 'килокалорий') }],
  ['л\\.\\s?с\\.', { noun: feminine('лошадиная_сил', 'лошадиных_сил') }],
  ['°\\s?[CСcс]', { noun: degree, tail: 'Цельсия' }],
  ['°\\s?F', { noun: degree, tail: 'Фаренгейта' }],
  ['°', { noun: degree }],
  ['%', { noun: percent }],
  ['‰', { noun: unchanging('промилле') }],
  ['руб\\.?|₽|р\\.|RUB', { noun: rouble }],
  ['коп\\.?', { noun: kopeck }],
  ['долл\\.?|USD|\\$', { noun: dollar }],
  ['евро|EUR|€', { noun: unchanging('евро') }],
  ['шт\\.', { noun: feminineK('штук', 'штук') }],
  ['чел\\.', { noun: masculine('человек', 'человек') }],
  ['экз\\.', { noun: masculine('экземпляр') }],
]
const magnitudes: [RegExp, Noun][] = [
  [/^тыс/u, thousand],
  [/^млн/u, million],
  [/^млрд/u, milliard],
  [/^трлн/u, trillion],
]

const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const shortMonths = 'янв февр?|фев мар апр мая июн июл авг сент?|сен окт нояб?|ноя дек'.split(' ')
const monthPattern = `${months.join('|')}|(?:${shortMonths.join('|')})\\.`
const monthWords = new Set(
  'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре январём январем февралём февралем мартом апрелем маем июнем июлем августом сентябрём сентябрем октябрём октябрем ноябрём ноябрем декабрём декабрем'
    .split(' ')
    .concat(months),
)

function monthOf(written: string): string {
  if (months.includes(written)) return written
  const index = shortMonths.findIndex((short) => new RegExp(`^(?:${short})\\.?$`, 'u').test(written))
  return months[index] ?? written
}

/** Numbers with spaces between their thousands, and whole numbers. */
const number = String.raw`\d{1,3}(?:[\u00a0\u202f\u2009 ]\d{3})+(?!\d)|\d{1,15}(?!\d)`
const valueOf = (written: string) => Number(written.replaceAll(/\D/g, ''))

/** The case that the word before a number asks for. */
const caseByWord = new Map<string, Case>()
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

const wordsAfter = (after: string) =>
  (after.slice(0, 60).match(/^\s*[\p{L}-]+(?:\s+[\p{L}-]+)?/u)?.[0] ?? '').trim().toLowerCase().split(/\s+/)
const lastBefore = (around: Around) => around.before.at(-1)?.toLowerCase() ?? ''

/** The case of a quantity, by the word before it and the ending of the noun after it. */
function caseOf(around: Around): Case {
  const [next = ''] = wordsAfter(around.after)
  if (/(?:ами|ями|ьми)$/u.test(next)) return 'i'
  const before = lastBefore(around)
  if (/(?:ах|ях)$/u.test(next) && ['в', 'во', 'на', 'о', 'об', 'при'].includes(before)) return 'p'
  if (/(?:ам|ям)$/u.test(next) && ['к', 'ко', 'по', 'благодаря', 'согласно'].includes(before)) return 'd'
  if (before === 'с' || before === 'со') return 'g'
  return caseByWord.get(before) ?? 'n'
}

/** The gender of what is counted, by the ending of the noun after the number: «две книги», «два окна», «одно окно». */
function genderAfter(value: number, after: string): Gender {
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

type Quantity = { value: number; places?: string; to?: number; toPlaces?: string; magnitude?: Noun; unit?: Unit; sign?: string }

function sayQuantity({ value, places, to, toPlaces, magnitude, unit, sign }: Quantity, wanted: Case, gender: Gender): string {
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
  // Half of two is not a fraction in grammar: «полтора километра», «полутора километров».
  const withNoun = (found: Noun) =>
    isFraction && !(given !== 'n' && given !== 'a' && last === 1) ? ofFraction(found) : counted(last, found, given)
  if (magnitude) words.push(withNoun(magnitude))
  if (unit) words.push(magnitude ? nounIn(unit.noun, 'g', true) : withNoun(unit.noun), unit.tail ?? '')
  return spaced(words.filter((word) => word !== '').join(' '))
}

const currencies: Record<string, { noun: Noun; small: Noun }> = {
  $: { noun: dollar, small: cent },
  '€': { noun: unchanging('евро'), small: cent },
  '£': {
    noun: masculine('фунт'),
    small: { gender: 'm', singular: 'пенс пенса пенсу пенс пенсом пенсе', plural: 'пенсы пенсов пенсам пенсы пенсами пенсах' },
  },
  '₽': { noun: rouble, small: kopeck },
  '¥': { noun: feminine('иен'), small: cent },
}

/** The case and words of a year: «2026 г.», «в 1812 году», «1941–1945 гг.». */
function sayYears(from: number, to: number | undefined, word: string, around: Around): string {
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
const fullYear = (from: number, written: string) =>
  written.length < 4 ? Math.floor(from / 10 ** written.length) * 10 ** written.length + Number(written) : Number(written)

function sayDate(day: number, month: string, yearValue: number | null, around: Around): string {
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

function sayTime(hours: number, minutes: number, around: Around): string {
  const before = lastBefore(around)
  const wanted: Case = ['с', 'со', 'до', 'от', 'после', 'около'].includes(before) ? 'g' : before === 'к' || before === 'ко' ? 'd' : 'n'
  if (minutes === 0) return `${cardinal(hours, 'm', wanted)} ${counted(hours, hour, wanted)}`
  return `${cardinal(hours, 'm', wanted)} ${minutes < 10 ? 'ноль ' : ''}${cardinal(minutes, 'f', wanted)}`
}

/** What «5-й», «3-я», «90-х» stand for. */
function sayWithEnding(value: number, ending: string, around: Around): string | null {
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
const isName = (word: string) => /^\p{Lu}[а-яё]+$/u.test(word)

/** «Пётр I», «Екатерины II»: the ordinal agrees with the name. */
function sayRuler(value: number, name: string): string {
  const lower = name.toLowerCase()
  const ending = lower.at(-1) ?? ''
  const isFemale = femaleRulers.test(lower)
  const byEnding: Record<string, Case> = isFemale
    ? { а: 'n', я: 'n', ы: 'g', и: 'g', е: 'd', у: 'a', ю: 'a', й: 'i' }
    : { а: 'g', я: 'g', у: 'd', ю: 'd', м: 'i', е: 'p', и: 'p' }
  return ordinal(value, isFemale ? 'f' : 'm', byEnding[ending] ?? 'n')
}

/** An ordinal before an adjective or a noun takes after its ending: «II мировой войны». */
function sayBeforeWord(value: number, next: string): string | null {
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

const numberedParts: Record<string, Gender> = {
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
const spell = (letters: string) => [...letters].map((letter) => letterNames[letter] ?? '').join(' ')
/** Read letter by letter although they could be read as words, or read in a way of their own. */
const acronyms: Record<string, string> = {
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

function sayAcronym(letters: string): string | null {
  const known = acronyms[letters]
  if (known) return known
  const vowels = letters.match(/[АЕЁИОУЫЭЮЯ]/gu)?.length ?? 0
  const isSpeakable = vowels > 0 && !/^[^АЕЁИОУЫЭЮЯ]{2}/u.test(letters) && !/[^АЕЁИОУЫЭЮЯ]{3}/u.test(letters) && letters.length > 2
  return isSpeakable ? null : spell(letters)
}

const end = wordEnd
const abbreviation = (pattern: string, read: Rule['read'] | string, mayEndSentence = false) =>
  rule(new RegExp(pattern, 'u'), read, { mayEndSentence })
const inPlace = (around: Around) => ['в', 'во', 'на', 'о', 'об', 'при'].includes(lastBefore(around))
const ofPlace = (around: Around) => ['из', 'до', 'от', 'около', 'с', 'со', 'для', 'у', 'без', 'возле', 'после'].includes(lastBefore(around))
const toPlace = (around: Around) => ['к', 'ко', 'по'].includes(lastBefore(around))
/** A noun before a name or a number, in the case that the preposition before it asks for. */
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

/** Three digits are said as one number, without losing a zero at the front. */
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
  'u',
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

/** How Russian is read: the first rule that matches wins. */
export const russianRules: Rule[] = [
  ...abbreviations,
  // Initials before and after a surname.
  rule(/([А-ЯЁ])\.\s?(?:([А-ЯЁ])\.\s?)?(?=[А-ЯЁ][а-яё])/u, ([, first = '', second = '']) => spell(first + second)),
  rule(/([а-яё])\.\s?([а-яё])\.(?:\s?([а-яё])\.)?/u, ([, ...letters]) => spell(letters.join('').toUpperCase())),
  rule(/([А-ЯЁ])\.\s?([А-ЯЁ])\./u, ([, first = '', second = '']) => spell(first + second), { mayEndSentence: true }),
  rule(new RegExp(phone, 'u'), ([written]) => sayPhone(written)),
  // Dates.
  rule(
    new RegExp(`(\\d{1,2})(?:-го)?\\s?[-–—]\\s?(\\d{1,2})(?:-е)?\\s(${monthPattern})(?:\\s(\\d{4})(?:\\s?(?:года|г\\.))?)?${end}`, 'u'),
    ([, from, to, month = '', value]) => {
      const years = value ? ` ${ordinal(Number(value), 'm', 'g')} года` : ''
      return `с ${ordinal(Number(from), 'n', 'g')} по ${ordinal(Number(to), 'n')} ${monthOf(month)}${years}`
    },
    { mayEndSentence: true },
  ),
  rule(
    new RegExp(
      `(\\d{1,2})(?:-(?:е|го|му))?[\\s\\u00a0](${monthPattern})(?:[\\s\\u00a0](\\d{4})(?:[\\s\\u00a0]?(?:года|г\\.)(?!\\p{L}))?)?${end}`,
      'u',
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
    new RegExp(`(\\d{3,4})(?:\\s?[-–—]\\s?(\\d{2,4}))?[\\s\\u00a0]?(${yearWord})${end}`, 'u'),
    ([, from = '', to, word = ''], around) => {
      // «102 года» counts years, «1812 года» names one.
      if (from.length === 3 && !to && word === 'года') return null
      if (!to && monthWords.has(lastBefore(around)) && word.startsWith('г')) return `${ordinal(Number(from), 'm', 'g')} года`
      return sayYears(Number(from), to ? fullYear(Number(from), to) : undefined, word, around)
    },
    { mayEndSentence: true },
  ),
  rule(/\((\d{4})\s?[-–—]\s?(\d{4})\)/u, ([, from, to]) => `${ordinal(Number(from))} – ${ordinal(Number(to))},`),
  rule(
    new RegExp(`([IVXХ]+)(?:\\s?[-–—]\\s?([IVXХ]+))?[\\s\\u00a0]?(вв?\\.|век\\p{L}{0,3}|столети\\p{L}{1,2})(?!\\p{L})`, 'u'),
    sayCentury,
    { mayEndSentence: true },
  ),
  rule(new RegExp(`(?=[IVX])(${roman})${end}`, 'u'), ([, numeral = ''], around) => {
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
  // Numbers with something grown onto them.
  rule(new RegExp(`(\\d{1,9})%?-(?:[а-яё]{1,3})${end}`, 'u'), (match, around) => {
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
      'u',
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
    new RegExp(`(${number})[.,](\\d{2})${gap}(?:руб\\.?|₽)`, 'u'),
    ([, roubles = '', kopecks], around) => {
      const wanted = caseOf({ ...around, after: '' })
      const whole = sayQuantity({ value: valueOf(roubles), unit: { noun: rouble } }, wanted, 'm')
      return Number(kopecks) === 0 ? whole : `${whole} ${sayQuantity({ value: Number(kopecks), unit: { noun: kopeck } }, wanted, 'f')}`
    },
    { mayEndSentence: true },
  ),
  // Versions and addresses, fractions, sizes.
  rule(/\d+(?:\.\d+){2,}/u, ([written]) =>
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
  rule(/(\d+)\s?[×x]\s?(\d+)(?!\d)/u, ([, first, second]) => `${cardinal(Number(first))} на ${cardinal(Number(second))}`),
  rule(/0\d+(?![.,]?\d)/u, ([digits]) => [...digits].map((digit) => cardinal(Number(digit))).join(' ')),
  rule(/\d{16,}/u, ([digits]) => (digits.match(/\d{1,3}/g) ?? []).map(sayDigitGroup).join(' ')),
  rule(
    quantity,
    (match, around) => {
      const { sign, value = '', places, to, toPlaces, magnitude, unit } = match.groups ?? {}
      const from = valueOf(value)
      // «Цех-5»: a dash that belongs to the word before it.
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
  // Signs.
  rule(/№\s?/u, 'номер'),
  rule(/§\s?/u, 'параграф'),
  rule(/&/u, 'и'),
  rule(/\+(?=\s|$)/u, 'плюс'),
  rule(/=/u, 'равно'),
  rule(/%/u, 'процентов'),
  rule(/#(?=\p{L})/u, 'хештег'),
  rule(/и\/или/u, 'и или'),
  rule(/[А-ЯЁ]{2,6}(?![\p{L}-])/u, ([letters], around) =>
    // A heading in capitals is not full of acronyms.
    /^\s+[А-ЯЁ]{5,}/u.test(around.after) || /^[А-ЯЁ]{5,}$/u.test(around.before.at(-1) ?? '') ? null : sayAcronym(letters),
  ),
]
