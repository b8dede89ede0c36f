import { fewExtras, isKnownPhrase, undisguise } from '#app/contract/account/known-phrases.ts'
import { config } from '#config'
import { Problem } from '../../problem.ts'
import { commonWords } from './common-words.ts'
import { countGuesses } from './count-guesses.ts'

/** Keyboard rows, alphabets and keyboard zigzags; any part of them, in either direction, is easy to guess. */
const sequences = [
  '01234567890123456789',
  '1234567891011121314',
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  '1234567890qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  '1234567890йцукенгшщзхъфывапролджэячсмитьбю',
  'qwertyasdfghzxcvbn',
  'qwertyuiop1234567890',
  'йцукенгшщзхъ1234567890',
  'qwerty123456789012345',
  'йцукен123456789012345',
  'asdfghjkl1234567890',
  'zxcvbnm1234567890',
  'qazwsxedcrfvtgbyhnujmikolp',
  'йфяцычувскамепинртгоьшлбщдю',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qazxsw23edcvfr45tgbnhy6',
  'zaq12wsxcde34rfvbgt5',
  'q1w2e3r4t5y6u7i8o9p0',
  '1й2ц3у4к5е6н7г8ш9щ0з',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
  '!@#$%^&*()_+',
  '147258369014725836901',
  '1472583690741852963',
  '7418529630789456123012345',
  '9876543210qwertyuiop',
].flatMap((sequence) => [sequence, [...sequence].reverse().join('')])

/** Date words that are not common passwords themselves. */
const dateWords =
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov dec
  января февраля марта апреля мая июня июля августа сентября октября ноября декабря март май год года`.split(/\s+/)

const words = new Set([...commonWords, ...dateWords])

/**
 * Fewest guesses that a password must withstand: zxcvbn's score 3. Sign-in lets strangers try an account about a thousand times an hour; an
 * offline attack on a copy of the database has to break argon2id.
 */
const enoughGuesses = 100_000_000

export type CheckPasswordOptions = { password: string; email: string; name?: string | null | undefined }

/** Rejects easily guessed passwords with `invalid_input`. The contract checks the length. */
export async function checkPassword({ password, email, name }: CheckPasswordOptions): Promise<void> {
  const composed = password.normalize('NFKC')
  const known = namesOf(email.toLowerCase(), name?.toLowerCase())
  const common = isCommon(composed.toLowerCase(), known) || (await countGuesses(composed, known)) < enoughGuesses
  if (common) throw new Problem('invalid_input', { fields: { password: 'password_too_common' } })
}

/** Personal names that a guesser would try. */
function namesOf(email: string, name = ''): string[] {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const pieces = `${local} ${domain} ${name}`.split(/[^\p{L}\p{N}]+/u)
  const joined = [local, name].map((written) => written.replace(/[^\p{L}\p{N}]+/gu, ''))
  const all = [email, local, domain, config.name.toLowerCase(), name, ...joined, ...pieces]
  return [...new Set(all)].filter((known) => known.length >= 3)
}

function isCommon(password: string, known: readonly string[]): boolean {
  return (
    isRepetition(password) ||
    isSequence(password) ||
    isSequence(withoutExtras(password)) ||
    isNameAndExtras(password, known) ||
    isWordAndExtras(password) ||
    isKnownPhrase(password)
  )
}

/** Strips a few digits and symbols from the ends; a password with more of them stays whole. */
function withoutExtras(password: string): string {
  const core = password.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '')
  return password.length - core.length <= fewExtras ? core : password
}

function isSequence(text: string): boolean {
  return sequences.some((sequence) => sequence.includes(text))
}

/** Whether a password repeats one part, complete or cut off: "abcabcabca", "1111122222". */
function isRepetition(password: string): boolean {
  const characters = [...password]
  const periods = Array.from({ length: Math.floor(characters.length / 2) }, (_, index) => index + 1)
  return (
    /^(.)\1*(.)\2*$/su.test(password) ||
    periods.some((period) => characters.every((character, at) => character === characters[at % period]))
  )
}

function isNameAndExtras(password: string, known: readonly string[]): boolean {
  return known.some((name) => password.includes(name) && password.replaceAll(name, '').length <= fewExtras)
}

function isWordAndExtras(password: string): boolean {
  const isWord = (text: string) => words.has(text) || words.has(undisguise(text))
  // A digit or symbol may be an addition or a disguised letter ("pa$$w0rd1!"), so all ways to strip are tried.
  for (let before = 0; before <= fewExtras; before += 1) {
    for (let after = 0; before + after <= fewExtras; after += 1) {
      const extras = password.slice(0, before) + password.slice(password.length - after)
      if (!/\p{L}/u.test(extras) && isWord(password.slice(before, password.length - after))) return true
    }
  }
  // A date or a year anywhere around the words: "5 мая 1985", "наташа1985!!".
  const letters = password.replaceAll(/[^\p{L}]+/gu, '')
  const count = (pattern: RegExp) => password.match(pattern)?.length ?? 0
  if (words.has(letters) && count(/\d/g) <= 8 && password.length - letters.length - count(/\d/g) <= 3) return true
  // Any number of digits in a row: "password123456", "123456789a".
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d+)(\D*)$/.exec(password) ?? []
  const addsNothing = (text: string) => text.length <= 2 || isWord(text) || isSequence(text)
  return digits !== '' && addsNothing(before) && addsNothing(after) && (isRepetition(digits) || isSequence(digits))
}
