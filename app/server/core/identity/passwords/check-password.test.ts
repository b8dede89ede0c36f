import { expect, test } from 'vitest'
import { checkPassword } from './check-password.ts'
import { countGuesses } from './count-guesses.ts'

const email = 'ann.smith@example.com'

const refused = [
  ['a known phrase', 'correcthorsebatterystaple'],
  ['a known phrase', 'Correct Horse Battery Staple!'],
  ['a known phrase', 'c0rrecthorseb4tterystaple'],
  ['a known phrase', 'correcthorsebatterystaple20261231'],
  ['a known phrase', 'correct horse battery'],
  ['a known phrase', 'To be, or not to be'],
  ['a known phrase', 'maytheforcebewithyou'],
  ['a known phrase', 'мамамылараму1'],
  ['a known phrase', 'съешь ещё этих мягких'],
  ['a known phrase', 'Быть или не быть'],
  ['a word and a few more characters', 'Password123'],
  ['a word and a few more characters', 'P@$$w0rd123!'],
  ['a word and a few more characters', 'welcome2024!'],
  ['a word and a few more characters', 'пароль12345'],
  ['a word and a few more characters', 'password1234567890'],
  ['keys in a row', 'qwertyuiop'],
  ['keys in a row', '0987654321'],
  ['keys in a row', '1q2w3e4r5t'],
  ['keys in a row', '1qaz2wsx3edc'],
  ['keys in a row', 'qwerty123456'],
  ['keys in a row', 'йцукенгшщз'],
  ['keys in a row', 'йцукенгшщз!!'],
  ['keys in a row', 'фывапролджэ'],
  ['keys in a row', 'ячсмитьбю.'],
  ['keys in a row', 'йфяцычувск'],
  ['a repetition', 'aaaaaaaaaa'],
  ['a repetition', '1231231231'],
  ['a repetition', 'asdfasdfasdf'],
  ['a repetition', '1111122222'],
  ['a repetition', 'приветпривет'],
  ['the email', 'ann.smith2024'],
  ['the email', 'ANN.SMITH@example.com'],
  ['the domain of the email', 'example.com!'],
  ['the email', 'annsmith1990'],
  ['the name of the site', 'Quartet2025'],
  ['the name of the site', 'ilovequartet'],
  ['the person’s name', 'Marlowe1990!'],
  ['a name and a year', 'jennifer1985'],
  ['a name and a year', 'Наташа1985!!'],
  ['a name and a year', 'Иванов1975'],
  ['a date', '01.02.1990'],
  ['a date', '1990-05-17'],
  ['a date', 'october1987'],
  ['a date', '5 мая 1985'],
  ['two common words', 'footballfan'],
  ['two common words', 'mountainbike'],
  ['two common words', 'iloveyou2much'],
  ['two common words', 'любимаякошка'],
  ['two common words', 'маринамарина'],
  ['a word in disguise', 'P4$$w0rd!1'],
  ['a common word', 'солнышко2010'],
  ['a city and a year', 'Moscow2024!'],
  ['Russian typed with Latin keys', 'k.,bvfzrjirf'],
  ['Russian typed with Latin keys', 'gfhjkm12345'],
  ['Russian in Latin letters', 'koshka2010'],
  ['Russian in Latin letters', 'nastya1995!'],
] as const

test.each(refused)('%s is refused: %s', async (_, password) => {
  await expect(checkPassword({ password, email, name: 'Marlowe' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { password: 'password_too_common' },
  })
})

test.each([
  'tangerine kettle',
  'tr0ub4dor&3',
  'two wet kettles',
  'violet staircase hum',
  'lantern-gravel-sonnet',
  'ann likes tea at five',
  'x7#kQ92mLp',
  'Vq8-rT2z-Lm4',
  'тихий океан',
  'чайник и йод',
  'рыжий сапог летит',
  'ёжик варит суп',
  'жёлтый трамвай 7',
  'ветка_облако_гвоздь',
])('a passphrase or a random string is accepted: %s', async (password) => {
  await expect(checkPassword({ password, email, name: 'Marlowe' })).resolves.toBeUndefined()
})

test('the longest possible password takes no longer to check than its beginning', async () => {
  const guesses = (password: string) => countGuesses(password, [])
  const long = 'p4$$w0rd!1|7@3 19901212 '.repeat(6)
  expect(await guesses(long.slice(0, 128))).toBe(await guesses(long.slice(0, 64)))
})
