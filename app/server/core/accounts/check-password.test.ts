import { expect, test } from 'vitest'
import { checkPassword } from './check-password.ts'

const email = 'ann.smith@example.com'

test.each([
  ['a word and a few more characters', ['Password123', 'P@$$w0rd123!', 'welcome2024!', 'пароль12345', 'password1234567890']],
  ['keys that stand in a row', ['qwertyuiop', '0987654321', '1q2w3e4r5t', '1qaz2wsx3edc', 'йцукенгшщз', 'qwerty123456']],
  ['the same again and again', ['aaaaaaaaaa', '1231231231', 'asdfasdfasdf', '1111122222']],
  ['the e-mail or the product', ['ann.smith2024', 'ANN.SMITH@example.com', 'example.com!', 'Quartet2025']],
])('%s is refused', (_, passwords) => {
  for (const password of passwords) {
    expect(() => checkPassword({ password, email }), password).toThrow(
      expect.objectContaining({ code: 'invalid_input', fields: { password: 'password_too_common' } }),
    )
  }
})

test.each(['mountainbike', 'tr0ub4dor&3', 'correct horse battery', 'тихий океан', 'ann likes tea at five'])(
  '%s is let through',
  (password) => {
    expect(() => checkPassword({ password, email })).not.toThrow()
  },
)
