import { expect, test } from 'vitest'
import { isClientAddress, readClientDocument, shownName } from './client-document.ts'

test.each([
  ['https://agent.example/client.json', true],
  ['https://agent.example:8443/client?version=1', true],
  ['http://agent.example/client.json', false],
  ['https://agent.example/', false],
  ['https://agent.example', false],
  ['https://Agent.example/client.json', false],
  ['https://agent.example/a/../client.json', false],
  ['https://me:secret@agent.example/client.json', false],
  ['https://agent.example/client.json#fragment', false],
  ['https://agent.example/client.json#', false],
  [`https://agent.example/${'x'.repeat(500)}`, false],
  ['javascript:alert(1)', false],
  ['qc_registered', false],
])('%s is the address of a description: %s', (id, expected) => {
  expect(isClientAddress(id, [])).toBe(expected)
})

test('an origin of the own network may be without https', () => {
  expect(isClientAddress('http://agent:8080/client.json', ['http://agent:8080'])).toBe(true)
  expect(isClientAddress('http://agent:8081/client.json', ['http://agent:8080'])).toBe(false)
})

test.each([
  'https://127.0.0.1/client.json',
  'https://[::1]/client.json',
  'https://[::ffff:10.0.0.7]/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.7/client.json',
  'https://localhost/client.json',
])('%s is never called', async (address) => {
  await expect(readClientDocument(address, { ownOrigins: [] })).rejects.toMatchObject({
    code: 'invalid_client',
    cause: { name: 'EgressRefused', reason: 'private' },
  })
})

test('a name is one line of visible letters', () => {
  expect(shownName(' \u202eClaude\u200b\n<b>', 'otherwise')).toBe('Claude <b>')
  expect(shownName('x'.repeat(100), 'otherwise')).toHaveLength(60)
  expect([shownName('\u200b', 'otherwise'), shownName(undefined, 'otherwise')]).toEqual(['otherwise', 'otherwise'])
})
