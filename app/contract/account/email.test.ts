import * as v from 'valibot'
import { expect, test } from 'vitest'
import { emailSchema } from './email.ts'

test.each([
  ['ann@пример.рф', 'ann@xn--e1afmkfd.xn--p1ai'],
  ['ann@xn--e1afmkfd.xn--p1ai', 'ann@xn--e1afmkfd.xn--p1ai'],
  ["o'brien@example.org", "o'brien@example.org"],
  [' Ann@Bücher.Example ', 'ann@xn--bcher-kva.example'],
  ['ann@bu\u0308cher.example', 'ann@xn--bcher-kva.example'],
  ['ann+quartet@mail.example.co.uk', 'ann+quartet@mail.example.co.uk'],
  ['a/b=c!d#e@example.com', 'a/b=c!d#e@example.com'],
  ['ann@example。com', 'ann@example.com'],
])('the address %s signs up as %s', (typed, email) => {
  expect(v.parse(emailSchema, typed)).toBe(email)
})

test.each([
  'ann',
  'ann@',
  '@example.com',
  'ann@localhost',
  'ann@127.0.0.1',
  'ann@１２７.1',
  'ann@example.com/x',
  'ann@пример.рф/x',
  'ann@пример.рф:80',
  'ann@-example.com',
  'ann@example..com',
  'ann smith@example.com',
  'анна@example.com',
  'ann@exa\u200bmple.com',
  '"ann"@example.com',
])('the address %j is refused', (typed) => {
  expect(v.safeParse(emailSchema, typed).issues?.[0].message).toBe('email_invalid')
})
