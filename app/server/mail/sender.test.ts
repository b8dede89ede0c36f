import { expect, test } from 'vitest'
import { senderOf } from './sender.ts'

test('emails are from MAIL_FROM, else from the host that people reach', () => {
  const env = { PORT: 3000, PUBLIC_URL: 'https://quartet.example:8443/', MAIL_FROM: undefined }
  expect(senderOf(env)).toBe('Quartet <no-reply@quartet.example>')
  expect(senderOf({ ...env, PUBLIC_URL: undefined })).toBe('Quartet <no-reply@localhost>')
  expect(senderOf({ ...env, MAIL_FROM: 'Quartet <hello@example.com>' })).toBe('Quartet <hello@example.com>')
})
