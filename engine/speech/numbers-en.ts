const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const powers: [number, string][] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
]
const maxValue = 1e15

function belowHundred(value: number): string {
  if (value < 20) return ones[value] ?? ''
  const rest = value % 10
  return (tens[Math.floor(value / 10)] ?? '') + (rest > 0 ? `-${ones[rest]}` : '')
}

/** 121 → "one hundred twenty-one". Takes integers from 0 to 10¹⁵ - 1. */
export function cardinal(value: number): string {
  if (value === 0) return 'zero'
  const words: string[] = []
  let rest = Math.min(value, maxValue - 1)
  for (const [power, name] of powers) {
    const count = Math.floor(rest / power)
    rest -= count * power
    if (count > 0) words.push(cardinal(count), name)
  }
  const hundreds = Math.floor(rest / 100)
  if (hundreds > 0) words.push(ones[hundreds] ?? '', 'hundred')
  if (rest % 100 > 0) words.push(belowHundred(rest % 100))
  return words.join(' ')
}

const irregular = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
])

/** 21 → "twenty-first". */
export function ordinal(value: number): string {
  return cardinal(value).replace(
    /(?<![a-z])[a-z]+$/,
    (last) => irregular.get(last) ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  )
}

/** 1812 → "eighteen twelve", the way a year is read. */
export function year(value: number): string {
  const century = Math.floor(value / 100)
  const rest = value % 100
  if (value < 1000 || value > 9999 || (value >= 2000 && value < 2010)) return cardinal(value)
  if (rest === 0) return value % 1000 === 0 ? cardinal(value) : `${belowHundred(century)} hundred`
  return `${belowHundred(century)} ${rest < 10 ? `oh ${ones[rest]}` : belowHundred(rest)}`
}

/** "3.14" → "three point one four". */
export const decimal = (whole: number, places: string) => `${cardinal(whole)} point ${digits(places)}`

/** One digit after the other. */
export const digits = (text: string) => [...text].map((digit) => ones[Number(digit)] ?? '').join(' ')

/** 1990 → "nineteen nineties", 90 → "nineties". */
export function decade(value: number): string {
  const said = value >= 100 ? year(value) : belowHundred(value)
  return said.endsWith('hundred') ? `${said}s` : said.replace(/y$/, 'ies')
}
