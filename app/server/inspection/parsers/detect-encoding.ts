import type { Locale } from '#config'

/** Encodings of one byte a character that people's programs still write: Windows, DOS, Unix and the web. */
export const singleByteEncodings = ['windows-1251', 'ibm866', 'koi8-r', 'windows-1252'] as const
export type SingleByteEncoding = (typeof singleByteEncodings)[number]

/** Share of each Cyrillic letter in texts, in percent; letters of Ukrainian and Belarusian are rare among those of Russian. */
const cyrillic =
  'о10.9 е8.5 а8 и7.4 н6.7 т6.3 с5.5 р4.7 в4.5 л4.4 к3.5 м3.2 д3 п2.8 у2.6 я2 ы1.9 ь1.7 г1.7 з1.6 б1.6 ч1.4 й1.2 х1 ж.9 ш.7 ю.6 ц.5 щ.4 э.3 ф.3 ъ.1 ё.2 і.2 ї.1 є.1 ґ.05 ў.1'
/** Weights of the letters with accents, by their frequency in the languages of Western Europe. */
const latin = 'é5 è4 à4 ê3 ç3 ü5 ö5 ä5 ß4 ñ4 ó4 í4 á4 ú3 ã3 õ2 â2 ô3 î2 û2 ù2 ï2 ë2 å4 ø3 æ3 œ2 ò2 ì2 ý1 š1 ž1 þ1 ð1 ÿ0 µ3 º2 ª1'
const weights = (list: string, weigh: (value: number) => number) =>
  new Map(list.split(' ').map((entry) => [entry.slice(0, 1), weigh(Number(entry.slice(1)))]))

const letters = {
  cyrillic: weights(cyrillic, (share) => Math.log(share * 10)),
  latin: weights(latin, (weight) => weight),
}
const punctuation = new Map([...'«»—–“”№’'].map((sign) => [sign, 2]))
for (const sign of '„‘…§©®°±·•€£¥¿¡×²³½¼™\u00a0') punctuation.set(sign, 1)

const isLetter = (sign: string) => /^\p{L}/u.test(sign)
const isFrame = (sign: string) => sign >= '\u2500' && sign <= '\u259f'
const isAscii = (sign: string) => sign < '\x80'

/** How likely the characters beyond ASCII are where they stand, summed up. All candidates have as many of them. */
function likelihood(text: string, alphabet: 'cyrillic' | 'latin'): number {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (isAscii(sign)) continue
    const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)]
    if (isLetter(sign)) sum += ofLetter(sign, { before, after, alphabet })
    else if (isFrame(sign)) sum += isLetter(before) || isLetter(after) ? -4 : 1
    else sum += punctuation.get(sign) ?? -6
  }
  return sum
}

function ofLetter(sign: string, { before, after, alphabet }: { before: string; after: string; alphabet: 'cyrillic' | 'latin' }): number {
  const small = sign.toLowerCase()
  const isCapital = small !== sign
  let sum = (letters[alphabet].get(small) ?? -5) - Number(isCapital)
  // KOI8-R has its small letters where Windows-1251 has capital ones.
  if (isCapital && isLetter(before) && before.toUpperCase() !== before) sum -= 6
  // Lines of a frame are a row of one letter in another encoding.
  if (sign === before && sign === after) sum -= 6
  const besideAscii = /^[a-z]/i.test(before) || /^[a-z]/i.test(after)
  if (alphabet === 'latin') {
    if (before && !isAscii(before) && isLetter(before)) sum -= 5
    if (!besideAscii) sum -= 3
  } else {
    if (besideAscii) sum -= 4
    if ('ьъы'.includes(small) && !isLetter(before)) sum -= 5
    if (/^\d/.test(after) && !isLetter(before)) sum -= 3
  }
  return sum
}

/** Characters that are weighed; more make the guess no better. */
const weighed = 20_000
/** Likelihood of a character below which the text is in none of the encodings. */
const least = -0.5
/** The advantage of an encoding of the person's language. */
const advantage = 3

/**
 * Finds the likeliest encoding of a text that is not Unicode; undefined if none is likely. `chardet`, `jschardet` and `chardetng` recognize
 * fewer of the short tables and lists that people have (decision 141).
 */
export function detectEncoding(bytes: Uint8Array, locale: Locale): SingleByteEncoding | undefined {
  const high = bytes.filter((byte) => byte >= 0x80).length
  const part = bytes.subarray(0, weighed)
  const ranked = singleByteEncodings
    .map((encoding) => {
      const alphabet = encoding === 'windows-1252' ? 'latin' : 'cyrillic'
      const sum = likelihood(new TextDecoder(encoding).decode(part), alphabet)
      return { encoding, sum, ranked: sum + ((alphabet === 'cyrillic') === (locale === 'ru') ? advantage : 0) }
    })
    .toSorted((a, b) => b.ranked - a.ranked)
  const [best] = ranked
  return best && best.sum >= least * Math.min(high, weighed) - advantage ? best.encoding : undefined
}
