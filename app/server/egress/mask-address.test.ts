import { expect, test } from 'vitest'
import { describeError } from '../logger.ts'
import { maskAddress, maskAddresses } from './mask-address.ts'

test.each([
  ['http://ann:hunter2@host:8188/a?b=c', 'http://***@host:8188/a?b=c'],
  ['https://hunter2@host/', 'https://***@host/'],
  ['https://:hunter2@host/', 'https://***@host/'],
  ['postgres://ann:hunter2@db:5432/quartet', 'postgres://***@db:5432/quartet'],
  ['smtps://ann%40example.com:hunter2@mail.example.com:465', 'smtps://***@mail.example.com:465'],
  ['http://ann:hun@ter2@host/', 'http://***@host/'],
  ['http:ann:hunter2@host', 'http://***@host'],
  ['  http://ann:hunter2@host', 'http://***@host'],
  ['http://ann:hunter2@host:port', 'http://***@host:port'],
])('the name and the password are hidden in %s', (address, masked) => expect(maskAddress(address)).toBe(masked))

test.each(['http://host:8188', 'https://host/@user', 'https://host/?to=a@b.example', 'not an address', 'mailto:ann@example.com', ''])(
  '%s stays as it is written',
  (address) => expect(maskAddress(address)).toBe(address),
)

test('names and passwords are hidden in all addresses of a text', () => {
  expect(maskAddresses('from "http://ann:hunter2@one/a" to https://b:c@two, or ann@example.com')).toBe(
    'from "http://***@one/a" to https://***@two, or ann@example.com',
  )
})

test('the log hides the password in the message of an error that repeats an address', async () => {
  const error: unknown = await fetch('http://ann:hunter2@127.0.0.1:1/').catch((one: unknown) => one)
  expect(String(error)).toContain('hunter2')
  expect(JSON.stringify(describeError(error))).not.toContain('hunter2')
})
