/** Nominative, genitive, dative, accusative (of a thing), instrumental, prepositional. */
export type Case = 'n' | 'g' | 'd' | 'a' | 'i' | 'p'
export type Gender = 'm' | 'f' | 'n'

const cases: Case[] = ['n', 'g', 'd', 'a', 'i', 'p']
const at = (forms: string, wanted: Case) => forms.split(' ')[cases.indexOf(wanted)] ?? ''

const one: Record<Gender, string> = {
  m: 'один одного одному один одним одном',
  f: 'одна одной одной одну одной одной',
  n: 'одно одного одному одно одним одном',
}
const small = new Map([
  [0, 'ноль ноля нолю ноль нолём ноле'],
  [3, 'три трёх трём три тремя трёх'],
  [4, 'четыре четырёх четырём четыре четырьмя четырёх'],
  [8, 'восемь восьми восьми восемь восемью восьми'],
  [40, 'сорок сорока сорока сорок сорока сорока'],
  [50, 'пятьдесят пятидесяти пятидесяти пятьдесят пятьюдесятью пятидесяти'],
  [60, 'шестьдесят шестидесяти шестидесяти шестьдесят шестьюдесятью шестидесяти'],
  [70, 'семьдесят семидесяти семидесяти семьдесят семьюдесятью семидесяти'],
  [80, 'восемьдесят восьмидесяти восьмидесяти восемьдесят восьмьюдесятью восьмидесяти'],
  [90, 'девяносто девяноста девяноста девяносто девяноста девяноста'],
  [100, 'сто ста ста сто ста ста'],
  [200, 'двести двухсот двумстам двести двумястами двухстах'],
  [300, 'триста трёхсот трёмстам триста тремястами трёхстах'],
  [400, 'четыреста четырёхсот четырёмстам четыреста четырьмястами четырёхстах'],
  [500, 'пятьсот пятисот пятистам пятьсот пятьюстами пятистах'],
  [600, 'шестьсот шестисот шестистам шестьсот шестьюстами шестистах'],
  [700, 'семьсот семисот семистам семьсот семьюстами семистах'],
  [800, 'восемьсот восьмисот восьмистам восемьсот восьмьюстами восьмистах'],
  [900, 'девятьсот девятисот девятистам девятьсот девятьюстами девятистах'],
])
/** Numerals that decline like «пять»: only the soft sign changes. */
const likeFive = new Map(
  [
    '5 пят',
    '6 шест',
    '7 сем',
    '9 девят',
    '10 десят',
    '11 одиннадцат',
    '12 двенадцат',
    '13 тринадцат',
    '14 четырнадцат',
    '15 пятнадцат',
    '16 шестнадцат',
    '17 семнадцат',
    '18 восемнадцат',
    '19 девятнадцат',
    '20 двадцат',
    '30 тридцат',
  ].map((entry): [number, string] => {
    const [value = '', stem = ''] = entry.split(' ')
    return [Number(value), `${stem}ь ${stem}и ${stem}и ${stem}ь ${stem}ью ${stem}и`]
  }),
)

function part(value: number, gender: Gender, wanted: Case): string {
  if (value === 1) return at(one[gender], wanted)
  if (value === 2) return at(`${gender === 'f' ? 'две' : 'два'} двух двум ${gender === 'f' ? 'две' : 'два'} двумя двух`, wanted)
  return at(small.get(value) ?? likeFive.get(value) ?? '', wanted)
}

/** Splits a number below 1000 into its spoken parts: 325 → 300, 20, 5. */
function partsOf(value: number): number[] {
  const hundreds = value - (value % 100)
  const rest = value % 100
  const tens = rest < 20 ? 0 : rest - (rest % 10)
  return [hundreds, tens, rest - tens].filter((found) => found > 0)
}

/** Singular and plural forms of a noun, six cases each. */
export type Noun = { gender: Gender; singular: string; plural: string }

const regular = (stem: string): Noun => ({
  gender: 'm',
  singular: `${stem} ${stem}а ${stem}у ${stem} ${stem}ом ${stem}е`,
  plural: `${stem}ы ${stem}ов ${stem}ам ${stem}ы ${stem}ами ${stem}ах`,
})
const powers: [number, Noun][] = [
  [1e12, regular('триллион')],
  [1e9, regular('миллиард')],
  [1e6, regular('миллион')],
  [
    1e3,
    {
      gender: 'f',
      singular: 'тысяча тысячи тысяче тысячу тысячей тысяче',
      plural: 'тысячи тысяч тысячам тысячи тысячами тысячах',
    },
  ],
]
export const million = regular('миллион')
export const milliard = regular('миллиард')
export const trillion = regular('триллион')
export const thousand = powers[3]?.[1] ?? regular('тысяч')

const maxValue = 1e15

/** 21 → «двадцать один» in the given gender and case. Takes integers from 0 to 10¹⁵ - 1. */
export function cardinal(value: number, gender: Gender = 'm', wanted: Case = 'n'): string {
  if (value === 0) return part(0, gender, wanted)
  const words: string[] = []
  let rest = Math.min(value, maxValue - 1)
  for (const [power, noun] of powers) {
    const count = Math.floor(rest / power)
    rest -= count * power
    if (count === 0) continue
    // «Тысяча восемьсот», not «одна тысяча восемьсот».
    if (!(count === 1 && power === 1e3)) words.push(cardinal(count, noun.gender, wanted))
    words.push(counted(count, noun, wanted))
  }
  words.push(...partsOf(rest).map((value) => part(value, gender, wanted)))
  return words.join(' ')
}

/** The form of a noun after a number in a given case: «два километра», «к двум километрам». */
export function counted(value: number, noun: Noun, wanted: Case = 'n'): string {
  const lastTwo = value % 100
  const last = lastTwo > 10 && lastTwo < 20 ? 0 : value % 10
  if (last === 1) return at(noun.singular, wanted)
  if (wanted !== 'n' && wanted !== 'a') return at(noun.plural, wanted)
  return last >= 2 && last <= 4 ? at(noun.singular, 'g') : at(noun.plural, 'g')
}

/** The noun with a fraction: always in the genitive singular, «две целых пять десятых километра». */
export const ofFraction = (noun: Noun) => at(noun.singular, 'g')

export const nounIn = (noun: Noun, wanted: Case, isPlural = false) => at(isPlural ? noun.plural : noun.singular, wanted)

/** Masculine nominatives of ordinals. */
const ordinals = new Map([
  [0, 'нулевой'],
  [1, 'первый'],
  [2, 'второй'],
  [3, 'третий'],
  [4, 'четвёртый'],
  [5, 'пятый'],
  [6, 'шестой'],
  [7, 'седьмой'],
  [8, 'восьмой'],
  [9, 'девятый'],
  [10, 'десятый'],
  [11, 'одиннадцатый'],
  [12, 'двенадцатый'],
  [13, 'тринадцатый'],
  [14, 'четырнадцатый'],
  [15, 'пятнадцатый'],
  [16, 'шестнадцатый'],
  [17, 'семнадцатый'],
  [18, 'восемнадцатый'],
  [19, 'девятнадцатый'],
  [20, 'двадцатый'],
  [30, 'тридцатый'],
  [40, 'сороковой'],
  [50, 'пятидесятый'],
  [60, 'шестидесятый'],
  [70, 'семидесятый'],
  [80, 'восьмидесятый'],
  [90, 'девяностый'],
  [100, 'сотый'],
  [200, 'двухсотый'],
  [300, 'трёхсотый'],
  [400, 'четырёхсотый'],
  [500, 'пятисотый'],
  [600, 'шестисотый'],
  [700, 'семисотый'],
  [800, 'восьмисотый'],
  [900, 'девятисотый'],
])

const endings: Record<Gender | 'plural', string> = {
  m: 'ый ого ому ый ым ом',
  f: 'ая ой ой ую ой ой',
  n: 'ое ого ому ое ым ом',
  plural: 'ые ых ым ые ыми ых',
}
const third: Record<Gender | 'plural', string> = {
  m: 'третий третьего третьему третий третьим третьем',
  f: 'третья третьей третьей третью третьей третьей',
  n: 'третье третьего третьему третье третьим третьем',
  plural: 'третьи третьих третьим третьи третьими третьих',
}

function declineOrdinal(masculine: string, gender: Gender | 'plural', wanted: Case): string {
  if (masculine === 'третий') return at(third[gender], wanted)
  const isNominative = gender === 'm' && (wanted === 'n' || wanted === 'a')
  return isNominative ? masculine : masculine.slice(0, -2) + at(endings[gender], wanted)
}

/** 1812 → «тысяча восемьсот двенадцатый» in the given gender, number and case; only the last word is an ordinal. */
export function ordinal(value: number, gender: Gender | 'plural' = 'm', wanted: Case = 'n'): string {
  if (value === 0) return declineOrdinal('нулевой', gender, wanted)
  for (const [power, name] of [
    [1e9, 'миллиардный'],
    [1e6, 'миллионный'],
    [1e3, 'тысячный'],
  ] as const) {
    if (value < power || value % power !== 0) continue
    const count = value / power
    if (count >= 1000) break
    return declineOrdinal(`${count === 1 ? '' : compound(count)}${name}`, gender, wanted)
  }
  const parts = partsOf(value % 1000)
  const last = parts.at(-1) ?? 0
  const before = value - last
  const head = before > 0 ? `${cardinal(before)} ` : ''
  return head + declineOrdinal(ordinals.get(last) ?? '', gender, wanted)
}

/** The beginning of a compound word: 25 → «двадцатипяти» as in «двадцатипятилетний». */
export function compound(value: number): string {
  if (value === 1) return 'одно'
  if (value === 100) return 'сто'
  if (value === 1000) return 'тысяче'
  if (value > 1000) return cardinal(value, 'm', 'g').replaceAll(' ', '')
  return partsOf(value)
    .map((found) => (found === 90 ? 'девяносто' : found === 100 ? 'сто' : part(found, 'm', 'g')))
    .join('')
}

const fractionNames = ['', 'десятая', 'сотая', 'тысячная', 'десятитысячная', 'стотысячная', 'миллионная']

/** A decimal fraction: «две целых пять десятых»; more than six places are read one by one. */
export function decimal(whole: number, places: string): string {
  const value = Number(places)
  if (places.length >= fractionNames.length) {
    return `${cardinal(whole)} и ${[...places].map((digit) => cardinal(Number(digit))).join(' ')}`
  }
  const name = fractionNames[places.length] ?? ''
  const isOne = (count: number) => count % 10 === 1 && count % 100 !== 11
  const plural = `${name.slice(0, -2)}ых`
  return `${cardinal(whole, 'f')} ${isOne(whole) ? 'целая' : 'целых'} ${cardinal(value, 'f')} ${isOne(value) ? name : plural}`
}
