import { expect, test } from 'vitest'
import { checkPassword } from './check-password.ts'
import { countGuesses } from './count-guesses.ts'

const email = 'ann.smith@example.com'

test.each([
  ['a word and a few more characters', ['Password123', 'P@$$w0rd123!', 'welcome2024!', 'пароль12345', 'password1234567890']],
  ['keys that stand in a row', ['qwertyuiop', '0987654321', '1q2w3e4r5t', '1qaz2wsx3edc', 'йцукенгшщз', 'qwerty123456']],
  ['the same again and again', ['aaaaaaaaaa', '1231231231', 'asdfasdfasdf', '1111122222']],
  [
    'the e-mail, the name or the product',
    ['ann.smith2024', 'ANN.SMITH@example.com', 'example.com!', 'annsmith1990', 'Quartet2025', 'Marlowe1990!'],
  ],
  ['two common words', ['footballfan', 'iloveyou2much', 'Barcelona1', 'любимаякошка', 'маринамарина']],
  ['a word in disguise or a date', ['P4$$w0rd!1', 'jennifer1985', 'october1987', 'солнышко2010']],
  ['Russian typed with Latin keys or letters', ['k.,bvfzrjirf', 'gfhjkm12345', 'koshka2010', 'nastya1995!']],
])('%s is refused', async (_, passwords) => {
  for (const password of passwords) {
    await expect(checkPassword({ password, email, name: 'Marlowe' }), password).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { password: 'password_too_common' },
    })
  }
})

test.each(['mountainbike', 'tr0ub4dor&3', 'correct horse battery', 'тихий океан', 'ann likes tea at five'])(
  '%s is let through',
  async (password) => {
    await expect(checkPassword({ password, email })).resolves.toBeUndefined()
  },
)

test('the longest password there is takes no longer than its beginning', async () => {
  const guesses = (password: string) => countGuesses(password, [])
  const long = 'p4$$w0rd!1|7@3 19901212 '.repeat(6)
  expect(await guesses(long.slice(0, 128))).toBe(await guesses(long.slice(0, 64)))
})
