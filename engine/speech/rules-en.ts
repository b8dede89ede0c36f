import { cardinal, decade, decimal, digits, ordinal, year } from './numbers-en.ts'
import { roman, romanValue, rule, wordEnd as end } from './rule.ts'
import type { Around, Rule } from './rule.ts'

const months = 'January February March April May June July August September October November December'.split(' ')
const shortMonths = 'Jan Feb Mar Apr May Jun Jul Aug Sept? Oct Nov Dec'.split(' ')
const monthPattern = `${months.join('|')}|(?:${shortMonths.join('|')})\\.?`

const monthOf = (written: string) => months.find((month) => month.startsWith(written.slice(0, 3))) ?? written

/** Numbers with commas or spaces between their thousands, and whole numbers. */
const number = String.raw`\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?:[\u00a0\u202f\u2009]\d{3})+(?!\d)|\d{1,15}(?!\d)`
const valueOf = (written: string) => Number(written.replaceAll(/\D/g, ''))
const gap = String.raw`[\s\u00a0\u202f\u2009]?`

/** A counted noun, singular and plural. */
type Unit = { one: string; many: string; tail?: string }

const unit = (one: string, tail?: string, many = `${one}s`): Unit => ({ one, many, tail })
const units: [string, Unit][] = [
  ['km/h|kph|kmh', unit('kilometer', 'per hour')],
  ['m/s', unit('meter', 'per second')],
  ['mph', unit('mile', 'per hour')],
  ['km²|sq\\.?\\s?km', unit('square kilometer')],
  ['m²|m2|sq\\.?\\s?m', unit('square meter')],
  ['sq\\.?\\s?ft\\.?|ft²', unit('square foot', undefined, 'square feet')],
  ['m³|m3', unit('cubic meter')],
  ['km', unit('kilometer')],
  ['cm', unit('centimeter')],
  ['mm', unit('millimeter')],
  ['µm|μm', unit('micrometer')],
  ['nm', unit('nanometer')],
  ['m', unit('meter')],
  ['mi\\.?', unit('mile')],
  ['ft\\.?', unit('foot', undefined, 'feet')],
  ['in\\.', unit('inch', undefined, 'inches')],
  ['yds?\\.?', unit('yard')],
  ['kg', unit('kilogram')],
  ['mg', unit('milligram')],
  ['g', unit('gram')],
  ['lbs?\\.?', unit('pound')],
  ['oz\\.?', unit('ounce')],
  ['ml|mL', unit('milliliter')],
  ['l|L', unit('liter')],
  ['gal\\.?', unit('gallon')],
  ['ha', unit('hectare')],
  ['hrs?\\.?|h', unit('hour')],
  ['mins?\\.?', unit('minute')],
  ['secs?\\.?|s', unit('second')],
  ['ms', unit('millisecond')],
  ['kWh', unit('kilowatt hour')],
  ['MW', unit('megawatt')],
  ['kW', unit('kilowatt')],
  ['W', unit('watt')],
  ['V', unit('volt')],
  ['TB', unit('terabyte')],
  ['GB', unit('gigabyte')],
  ['MB', unit('megabyte')],
  ['KB|kB', unit('kilobyte')],
  ['Mbps|Mbit/s', unit('megabit', 'per second')],
  ['GHz', unit('gigahertz', undefined, 'gigahertz')],
  ['MHz', unit('megahertz', undefined, 'megahertz')],
  ['kHz', unit('kilohertz', undefined, 'kilohertz')],
  ['Hz', unit('hertz', undefined, 'hertz')],
  ['dB', unit('decibel')],
  ['kcal', unit('kilocalorie')],
  ['°\\s?C', unit('degree', 'Celsius')],
  ['°\\s?F', unit('degree', 'Fahrenheit')],
  ['°', unit('degree')],
  ['%', unit('percent', undefined, 'percent')],
  ['USD', unit('dollar')],
  ['EUR', unit('euro')],
  ['GBP', unit('pound')],
  ['RUB', unit('rouble')],
]
const currencies: Record<string, { unit: Unit; small: Unit }> = {
  $: { unit: unit('dollar'), small: unit('cent') },
  '€': { unit: unit('euro'), small: unit('cent') },
  '£': { unit: unit('pound'), small: unit('penny', undefined, 'pence') },
  '₽': { unit: unit('rouble'), small: unit('kopeck') },
  '¥': { unit: unit('yen', undefined, 'yen'), small: unit('sen', undefined, 'sen') },
}
const magnitudes: Record<string, string> = {
  k: 'thousand',
  K: 'thousand',
  M: 'million',
  m: 'million',
  bn: 'billion',
  B: 'billion',
  T: 'trillion',
}
const magnitudeWords = 'hundred|thousand|million|billion|trillion'

const sayNumber = (value: number, places: string | undefined) => (places === undefined ? cardinal(value) : decimal(value, places))
const said = (found: Unit, isOne: boolean) => `${isOne ? found.one : found.many}${found.tail ? ` ${found.tail}` : ''}`

const lastBefore = (around: Around) => around.before.at(-1)?.toLowerCase() ?? ''
const beforeYear = new Set(
  'in since from until till by of before after around circa year during between to late early mid summer spring autumn fall winter'
    .split(' ')
    .concat(months.map((month) => month.toLowerCase())),
)

/** Decides whether four digits are a year, by the word before them and by the noun after them: a countable one makes them a quantity. */
function isYear(value: number, around: Around): boolean {
  if (value < 1100 || value > 2099) return false
  const counts = /^\s+(?:\p{Ll}+s|people|men|women|children|percent|million|thousand)(?!\p{L})/u.test(around.after)
  if (counts && !/^\s+(?:was|is|has|as|its|this|does|census|olympics)(?!\p{L})/iu.test(around.after)) return false
  return beforeYear.has(lastBefore(around)) || (value >= 1900 && value <= 2059 && !counts)
}

function sayTime(hours: number, minutes: number, half: string | undefined): string {
  const suffix = half ? ` ${half.toLowerCase().startsWith('a') ? 'ay em' : 'pee em'}` : ''
  if (minutes === 0) return `${cardinal(hours)}${suffix || (hours <= 12 ? " o'clock" : ' hundred')}`
  return `${cardinal(hours)} ${minutes < 10 ? 'oh ' : ''}${cardinal(minutes)}${suffix}`
}

const phone = String.raw`(?:\+\d{1,3}[\s-]?)?\(?\d{3}\)?[\s-]\d{3}[\s-]\d{4}${end}|\+\d{1,3}(?:[\s-]?\(?\d{2,4}\)?){2,5}${end}`
const sayPhone = (written: string) => `${written.startsWith('+') ? 'plus ' : ''}${(written.match(/\d+/g) ?? []).map(digits).join(', ')}`

const abbreviation = (pattern: string, read: Rule['read'] | string, mayEndSentence = false) =>
  rule(new RegExp(pattern, 'u'), read, { mayEndSentence })
const beforeName = String.raw`(?=\s\p{Lu})`
const beforeNumber = String.raw`(?=\s?\d)`

const abbreviations: Rule[] = [
  abbreviation(String.raw`Dr\.${beforeName}`, 'Doctor'),
  abbreviation(String.raw`Dr\.`, 'Drive', true),
  abbreviation(String.raw`Mr\.|Mr${beforeName}`, 'Mister'),
  abbreviation(String.raw`Mrs\.|Mrs${beforeName}`, 'Missis'),
  abbreviation(String.raw`Ms\.|Ms${beforeName}`, 'Miz'),
  abbreviation(String.raw`Prof\.`, 'Professor'),
  abbreviation(String.raw`Rev\.${beforeName}`, 'Reverend'),
  abbreviation(String.raw`Capt\.`, 'Captain'),
  abbreviation(String.raw`Col\.${beforeName}`, 'Colonel'),
  abbreviation(String.raw`Gen\.${beforeName}`, 'General'),
  abbreviation(String.raw`Lt\.`, 'Lieutenant'),
  abbreviation(String.raw`Sgt\.`, 'Sergeant'),
  abbreviation(String.raw`Gov\.${beforeName}`, 'Governor'),
  abbreviation(String.raw`Sen\.${beforeName}`, 'Senator'),
  abbreviation(String.raw`St\.`, (_, around) =>
    /^\s\p{Lu}/u.test(around.after) && (around.before.length < 2 || !/^\p{Lu}/u.test(around.before.at(-1) ?? '')) ? 'Saint' : 'Street',
  ),
  abbreviation(String.raw`Ave\.`, 'Avenue', true),
  abbreviation(String.raw`Blvd\.`, 'Boulevard', true),
  abbreviation(String.raw`Rd\.`, 'Road', true),
  abbreviation(String.raw`Mt\.${beforeName}`, 'Mount'),
  abbreviation(String.raw`Jr\.`, 'Junior', true),
  abbreviation(String.raw`Sr\.`, 'Senior', true),
  abbreviation(String.raw`Ph\.?D\.?${end}`, 'pee aitch dee', true),
  abbreviation(String.raw`e\.\s?g\.,?`, 'for example,'),
  abbreviation(String.raw`i\.\s?e\.,?`, 'that is,'),
  abbreviation(String.raw`etc\.`, 'et cetera', true),
  abbreviation(String.raw`et al\.`, 'and others', true),
  abbreviation(String.raw`vs\.?${end}`, 'versus'),
  abbreviation(String.raw`approx\.`, 'approximately'),
  abbreviation(String.raw`ca?\.${beforeNumber}`, 'circa'),
  abbreviation(String.raw`est\.${beforeNumber}`, 'established'),
  abbreviation(String.raw`dept\.`, 'department', true),
  abbreviation(String.raw`Dept\.`, 'Department', true),
  abbreviation(String.raw`Inc\.`, 'Incorporated', true),
  abbreviation(String.raw`Ltd\.`, 'Limited', true),
  abbreviation(String.raw`Corp\.`, 'Corporation', true),
  abbreviation(String.raw`Co\.`, 'Company', true),
  abbreviation(String.raw`[Nn]o\.${beforeNumber}`, 'number'),
  abbreviation(String.raw`Nos\.${beforeNumber}`, 'numbers'),
  abbreviation(String.raw`[Ff]ig\.${beforeNumber}`, 'figure'),
  abbreviation(String.raw`[Vv]ol\.${beforeNumber}`, 'volume'),
  abbreviation(String.raw`[Cc]h\.${beforeNumber}`, 'chapter'),
  abbreviation(String.raw`[Ss]ec\.${beforeNumber}`, 'section'),
  abbreviation(String.raw`pp\.${beforeNumber}`, 'pages'),
  abbreviation(String.raw`p\.${beforeNumber}`, 'page'),
  abbreviation(String.raw`a\.m\.`, 'ay em', true),
  abbreviation(String.raw`p\.m\.`, 'pee em', true),
  abbreviation(String.raw`A\.?D\.?${beforeNumber}`, 'ay dee'),
  abbreviation(String.raw`B\.C\.`, 'bee cee', true),
  abbreviation(String.raw`U\.S\.A\.`, 'U S A', true),
  abbreviation(String.raw`U\.S\.`, 'U S', true),
  abbreviation(String.raw`U\.K\.`, 'U K', true),
  abbreviation(String.raw`E\.U\.`, 'E U', true),
  abbreviation(
    String.raw`(Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun)\.`,
    ([, short = '']) => days.find((day) => day.startsWith(short.slice(0, 3))) ?? short,
  ),
  abbreviation(String.raw`w\/o${end}`, 'without'),
  abbreviation(String.raw`w\/(?=\s|\p{L})`, 'with'),
]
const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

const unitPattern = units.map(([pattern]) => pattern).join('|')
const unitOf = (written: string) => units.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'u').test(written))?.[1]

const quantity = new RegExp(
  `(?<sign>[-−–+±])?(?<value>${number})(?:\\.(?<places>\\d{1,12})(?!\\d))?(?:${gap}[-–—]${gap}(?<to>${number})(?:\\.(?<toPlaces>\\d{1,12})(?!\\d))?)?` +
    `(?:${gap}(?<magnitude>bn|k|K)${end})?(?:${gap}(?<unit>${unitPattern})(?![\\p{L}\\p{N}/]))?`,
  'uy',
)

function sayQuantity(groups: Record<string, string | undefined>, around: Around): string {
  const value = valueOf(groups.value ?? '')
  const found = groups.unit === undefined ? undefined : unitOf(groups.unit)
  const to = groups.to === undefined ? undefined : valueOf(groups.to)
  const magnitude = groups.magnitude ? ` ${magnitudes[groups.magnitude] ?? ''}` : ''
  if (!found && !magnitude && groups.places === undefined && !groups.value?.includes(',')) {
    if (to !== undefined && groups.toPlaces === undefined && value >= 1100 && value <= 2099) {
      const last =
        (groups.to?.length ?? 0) < 4 ? Math.floor(value / 10 ** (groups.to?.length ?? 0)) * 10 ** (groups.to?.length ?? 0) + to : to
      if (last > value && last <= 2099) return `${year(value)} to ${year(last)}`
    }
    if (to === undefined && !groups.sign && isYear(value, around)) return year(value)
  }
  const sign = groups.sign === '+' ? 'plus ' : groups.sign === '±' ? 'plus or minus ' : groups.sign ? 'minus ' : ''
  const range = to === undefined ? '' : ` to ${sayNumber(to, groups.toPlaces)}`
  const isOne = value === 1 && to === undefined && groups.places === undefined && !magnitude
  return `${sign}${sayNumber(value, groups.places)}${range}${magnitude}${found ? ` ${said(found, isOne)}` : ''}`
}

const numberedNouns = new Set(
  'chapter part book act scene volume section phase type class world war season episode level title article'.split(' '),
)

/** Reading rules for English; the first match wins. */
export const englishRules: Rule[] = [
  ...abbreviations,
  // Initials before a surname.
  rule(/(\p{Lu})\.\s?(?:(\p{Lu})\.\s?)?(?:(\p{Lu})\.\s?)?(?=\p{Lu}\p{Ll})/u, ([, ...letters]) =>
    letters.filter((letter) => letter !== undefined && letter.length === 1).join(' '),
  ),
  rule(new RegExp(phone, 'u'), ([written]) => sayPhone(written)),
  // Dates.
  rule(
    new RegExp(`(${monthPattern})\\s(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s(\\d{4}))?(?![\\d:])${end}`, 'uy'),
    ([, month = '', day, value]) => `${monthOf(month)} ${ordinal(Number(day))}${value ? `, ${year(Number(value))}` : ''}`,
    { mayEndSentence: true },
  ),
  rule(
    new RegExp(`(\\d{1,2})(?:st|nd|rd|th)?\\s(?:of\\s)?(${monthPattern})(?:,?\\s(\\d{4}))?(?!\\d)${end}`, 'uy'),
    ([, day, month = '', value], around) =>
      `${lastBefore(around) === 'the' ? '' : 'the '}${ordinal(Number(day))} of ${monthOf(month)}${value ? `, ${year(Number(value))}` : ''}`,
  ),
  abbreviation(String.raw`(${shortMonths.filter((month) => month !== 'May').join('|')})\.(?=\s)`, ([, short = '']) => monthOf(short)),
  rule(/(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/u, ([, month, day, value]) => {
    const name = months[Number(month) - 1]
    return name && Number(day) <= 31 ? `${name} ${ordinal(Number(day))}, ${year(Number(value))}` : null
  }),
  rule(/(\d{4})-(\d{2})-(\d{2})(?!\d)/u, ([, value, month, day]) => {
    const name = months[Number(month) - 1]
    return name && Number(day) <= 31 ? `${name} ${ordinal(Number(day))}, ${year(Number(value))}` : null
  }),
  rule(new RegExp(`(\\d{2,4})'?s${end}`, 'uy'), ([, value]) => (Number(value) % 10 === 0 ? decade(Number(value)) : null)),
  rule(new RegExp(`['’](\\d0)s${end}`, 'uy'), ([, value]) => decade(Number(value))),
  // Times.
  rule(
    new RegExp(`([01]?\\d|2[0-3]):([0-5]\\d)(?::([0-5]\\d))?(?!\\d)(?:${gap}([ap])\\.?m\\.?${end})?`, 'iuy'),
    ([, hours, minutes, seconds, half]) =>
      seconds === undefined
        ? sayTime(Number(hours), Number(minutes), half)
        : [hours, minutes, seconds].map((part) => cardinal(Number(part))).join(', '),
    { mayEndSentence: true },
  ),
  rule(new RegExp(`(\\d{1,2})${gap}([ap])\\.?m\\.?${end}`, 'iuy'), ([, hours, half]) => sayTime(Number(hours), 0, half), {
    mayEndSentence: true,
  }),
  rule(/24\/7/u, 'twenty-four seven'),
  rule(/(\d{1,3}):(\d{1,3})(?![\d:])/u, ([, first, second]) => `${cardinal(Number(first))} to ${cardinal(Number(second))}`),
  rule(new RegExp(`(\\d[\\d,]*)(?:st|nd|rd|th)${end}`, 'uy'), ([, value = '']) => ordinal(valueOf(value))),
  // Money.
  rule(
    new RegExp(
      `(?<sign>[$€£¥₽])${gap}(?<value>${number})(?:\\.(?<places>\\d{1,2})(?!\\d))?(?:${gap}(?<magnitude>bn|[kKMBT])${end}|\\s(?<word>${magnitudeWords})${end})?`,
      'uy',
    ),
    ({ groups = {} }) => {
      const currency = currencies[groups.sign ?? '']
      if (!currency) return null
      const value = valueOf(groups.value ?? '')
      const magnitude = groups.word ?? magnitudes[groups.magnitude ?? '']
      if (magnitude) return `${sayNumber(value, groups.places)} ${magnitude} ${currency.unit.many}`
      const small = Number((groups.places ?? '0').padEnd(2, '0'))
      const whole = `${cardinal(value)} ${said(currency.unit, value === 1)}`
      if (small === 0) return whole
      const change = `${cardinal(small)} ${said(currency.small, small === 1)}`
      return value === 0 ? change : `${whole} and ${change}`
    },
  ),
  // Versions and addresses, fractions, sizes.
  rule(/\d+(?:\.\d+){2,}/uy, ([written]) =>
    written
      .split('.')
      .map((part) => cardinal(Number(part)))
      .join(' point '),
  ),
  rule(/(\d{1,3})\/(\d{1,3})(?![\d/])/u, ([, top, bottom]) => {
    const [first, second] = [Number(top), Number(bottom)]
    if (first === 0 || second < 2 || first >= second) return `${cardinal(first)} over ${cardinal(second)}`
    const name = second === 2 ? 'half' : second === 4 ? 'quarter' : ordinal(second)
    return `${cardinal(first)} ${first === 1 ? name : second === 2 ? 'halves' : `${name}s`}`
  }),
  rule(/½/u, 'one half'),
  rule(/¼/u, 'one quarter'),
  rule(/¾/u, 'three quarters'),
  rule(/(\d+)\s?[×x]\s?(\d+)(?!\d)/uy, ([, first, second]) => `${cardinal(Number(first))} by ${cardinal(Number(second))}`),
  rule(new RegExp(`(\\d+)(?:\\.(\\d+))?x${end}`, 'uy'), ([, value, places]) => `${sayNumber(Number(value), places)} times`),
  rule(/0\d+(?![.,]?\d)/uy, ([written]) => digits(written)),
  rule(/\d{16,}/u, ([written]) => digits(written)),
  rule(quantity, ({ groups = {} }, around) => sayQuantity(groups, around), { mayEndSentence: true }),
  // Roman numerals after a name or a chapter, and before a century.
  rule(new RegExp(`(?=[IVXLC])(${roman})(?=\\s(?:century|centuries)${end})`, 'uy'), ([, numeral = '']) => ordinal(romanValue(numeral))),
  rule(new RegExp(`(?=[IVX])(${roman})${end}`, 'uy'), ([, numeral = ''], around) => {
    const value = romanValue(numeral)
    const before = around.before.at(-1) ?? ''
    if (value === 0) return null
    if (numberedNouns.has(before.toLowerCase())) return cardinal(value)
    // "Henry VIII" is read as "the eighth"; a lone I is the pronoun, X and V are letters.
    return numeral.length > 1 && /^\p{Lu}\p{Ll}+$/u.test(before) ? `the ${ordinal(value)}` : null
  }),
  // Symbols.
  rule(/№\s?/u, 'number'),
  rule(/§\s?/u, 'section'),
  rule(/#(?=\d)/u, 'number'),
  rule(/#(?=\p{L})/u, 'hashtag'),
  rule(/&/u, 'and'),
  rule(/\+(?=\s|$)/u, 'plus'),
  rule(/=/u, 'equals'),
  rule(/%/u, 'percent'),
  rule(/and\/or/u, 'and or'),
]
