import { config } from '#config'
import { Problem } from '../problem.ts'

/** Rows of keys, alphabets and the zigzags over a keyboard: a piece of any of them, in either direction, is no secret. */
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

/** Words that most guessed passwords are made of, alone or with a few digits and signs around. */
const words = new Set(
  `123qweasdzxc 1q2w3e 1qaz abc123 abcd access admin administrator adminadmin america andrew angel anthony apple arsenal asdasd asdf
  asdfghjkl ashley babygirl bailey banana barcelona baseball basketball batman benjamin bigdaddy blahblah blessed blink182 brandon
  butterfly california caroline catherine champion changeme charlie charlotte chelsea cheese chicago chicken chocolate christian
  christina christine christmas christopher cocacola computer cowboys creative dallas daniel danielle default destiny diamond dolphin
  dragon elephant elizabeth eminem everton facebook family fender ferrari flower football forever forgetit freedom friends fuckyou
  fuckyou2 gabriel george ginger goodluck google hannah happiness harley heather hello helloworld hockey hunter iloveu iloveyou
  iloveyou2 ilovemyself internet jackson jasmine jennifer jessica jesuschrist jonathan jordan joseph joshua junior justin kitty kristina
  lakers letmein letmeinnow linkinpark liverpool london loveme lovelove lovely loveyou machine madison maggie manchester master
  masterkey matrix matthew melissa mercedes metallica michael michelle mickey midnight minecraft monkey monster mountain mustang mylove
  mypassword myspace mynameis natalie nathan newyork nicholas nicole ninja nothing oliver p@ssw0rd pass passpass passw0rd passwd password
  passwordpassword patrick peanut penguin pepper phoenix player pokemon popcorn prince princess private purple qazwsx qwe qweasd
  qweasdzxc qweqwe qwer qwert qwerty qwertyqwerty qwertyui qwertyuiop rainbow ranger raymond rebecca richard robert rockstar root
  samantha samsung samurai scooter secret secretpassword secure shadow silver skateboard slipknot snoopy snowball soccer softball sparky spiderman
  spongebob starwars stephanie strawberry summer sunflower sunshine superman superstar sweetheart sweetie system taylor temp test
  testing testtest thomas thunder tigger tinkerbell trustno1 tweety twilight undertaker unicorn unknown user username vanessa
  victoria warcraft welcome welcome1 whatever william windows winston winter wonderful yankees zaq1 zaq12wsx zaq1xsw2 zxcasdqwe zxcvbn
  zxcvbnm пароль привет йцукен йцу любовь люблю люблютебя ятебялюблю солнышко наташа максим россия марина спартак зенит никита
  александр анастасия екатерина владимир администратор пользователь секрет доступ неважно самсунг москва
  parol gfhjkm ghbdtn natasha nikita marina lubov solnishko privet zenit spartak rossiya moskva nfnmzyf`.split(/\s+/),
)

/** Signs that stand for letters in what is meant to look hard to guess. */
const disguises: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
const undisguise = (text: string) => text.replace(/[013457@$!]/g, (sign) => disguises[sign] ?? sign)

/** So few characters around a word or a name add nothing. Enough for a year and a sign. */
const fewExtras = 5

export type CheckPasswordOptions = { password: string; email: string }

/** Refuses what is guessed first: throws `invalid_input`. Its length is the contract's affair. */
export function checkPassword({ password, email }: CheckPasswordOptions): void {
  if (isCommon(password.normalize('NFKC').toLowerCase(), email.toLowerCase()))
    throw new Problem('invalid_input', { fields: { password: 'password_too_common' } })
}

function isCommon(password: string, email: string): boolean {
  return isRepetition(password) || isSequence(password) || isNameAndExtras(password, email) || isWordAndExtras(password)
}

function isSequence(text: string): boolean {
  return sequences.some((sequence) => sequence.includes(text))
}

/** The same again and again, whole or cut off: "abcabcabca", also "1111122222". */
function isRepetition(password: string): boolean {
  const characters = [...password]
  const periods = Array.from({ length: Math.floor(characters.length / 2) }, (_, index) => index + 1)
  return (
    /^(.)\1*(.)\2*$/su.test(password) ||
    periods.some((period) => characters.every((character, at) => character === characters[at % period]))
  )
}

function isNameAndExtras(password: string, email: string): boolean {
  const names = [email, email.slice(0, email.lastIndexOf('@')), email.slice(email.lastIndexOf('@') + 1), config.name.toLowerCase()]
  return names.some((name) => name.length >= 3 && password.includes(name) && password.replaceAll(name, '').length <= fewExtras)
}

function isWordAndExtras(password: string): boolean {
  const isWord = (text: string) => words.has(text) || words.has(undisguise(text))
  // A digit or a sign may be an extra or a letter in disguise ("pa$$w0rd1!"), so every way to cut is tried.
  for (let before = 0; before <= fewExtras; before += 1) {
    for (let after = 0; before + after <= fewExtras; after += 1) {
      const extras = password.slice(0, before) + password.slice(password.length - after)
      if (!/\p{L}/u.test(extras) && isWord(password.slice(before, password.length - after))) return true
    }
  }
  // However many digits in a row: "password123456", "123456789a".
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d+)(\D*)$/.exec(password) ?? []
  const addsNothing = (text: string) => text.length <= 2 || isWord(text) || isSequence(text)
  return digits !== '' && addsNothing(before) && addsNothing(after) && (isRepetition(digits) || isSequence(digits))
}
