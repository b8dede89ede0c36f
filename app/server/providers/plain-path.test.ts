import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { boundedFetch } from './connected/text/bounded-fetch.ts'
import { isPlainPath, setPath } from './plain-path.ts'
import { withWire } from './connected/wire.ts'

const home = new URL('https://api.example.com/base/v1/chat?version=2')

test.each([
  '//evil.example/v1',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a//b',
  'evil.example',
  'https://evil.example/v1',
  'https:evil.example',
  '/https://evil.example',
  '/../admin',
  '/v1/../../admin',
  '/v1/./chat',
  '/v1/..',
  '/%2e%2e/admin',
  '/v1/%2F%2Fevil.example',
  '/@evil.example',
  '/user:pass@evil.example',
  '/v1?key=a',
  '/v1#a',
  '/v1;a=b',
  '/v1 /chat',
  '/v1\n/chat',
  '/v1\t',
  '/v1\0',
  '/\u2025/a',
  '/v1／evil',
  '/',
  '',
  '.',
  `/${'a'.repeat(200)}`,
])('%j is no path for a request', (path) => {
  expect(isPlainPath(path)).toBe(false)
  expect(() => setPath(home, path)).toThrow('a request was not sent')
})

test.each(['/v1/chat/completions', '/v1beta/models/x:generate', '/fal-ai/flux-2/edit', '/v1/images/', '/a.b/c_d'])(
  'the path %s is set, and the rest of the URL stays',
  (path) => expect(setPath(home, path).href).toBe(`https://api.example.com${path}?version=2`),
)

test('no path changes anything but the path', () => {
  const part = fc.constantFrom(
    '/',
    '//',
    '\\',
    '..',
    '.',
    '@',
    ':',
    '?',
    '#',
    '%2e',
    '%2f',
    'evil.example',
    'https:',
    '\n',
    '\0',
    ' ',
    'v1',
  )
  const paths = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(paths, (path) => {
      let to: URL
      try {
        to = setPath(home, path)
      } catch {
        return
      }
      expect(to.href).toBe(`${home.origin}${path}${home.search}`)
    }),
    { numRuns: 2_000 },
  )
})

test('a definition whose path names a host sends nothing to it, and the key stays', async () => {
  await using evil = await startMediaServer(() => ({ json: { stolen: true } }))
  await using own = await startMediaServer(() => ({ json: {} }))
  const send = boundedFetch(own.url)
  const model = withWire(
    {
      kind: 'speech',
      async speak() {
        await send(`${own.url}/v1/speech`, { method: 'POST', body: '{}', headers: { authorization: 'Bearer k-secret' } })
        return { results: [], usage: { runs: 1 } }
      },
    },
    { options: {}, inputs: {}, path: evil.url.replace('http:', '') },
  )
  const { signal } = new AbortController()
  const call = { model: 'a', text: 'b', options: {}, inputs: [], idempotencyKey: 'c', signal }
  await expect(model.kind === 'speech' && model.speak(call)).rejects.toThrow('a request was not sent')
  expect([...evil.calls, ...own.calls]).toEqual([])
})
