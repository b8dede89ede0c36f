import { expect, test } from 'vitest'
import { toCurl } from './to-curl.ts'

test('a call is a command with variables for the address and the key, and its quotes are escaped', () => {
  const call = { method: 'POST', path: '/v1/chat?a=1', auth: 'authorization: Bearer', form: false, body: { stop: "it's" } }
  expect(toCurl(call)).toBe(
    [
      `curl -X POST "$BASE_URL"'/v1/chat?a=1'`,
      `-H "authorization: Bearer $API_KEY"`,
      `-H 'content-type: application/json'`,
      `-d '{"stop":"it'\\''s"}'`,
    ].join(' \\\n  '),
  )
  const form = { method: 'POST', path: '/v1/edits', auth: null, form: true, body: { n: '1', image: '[image/png, 12 bytes]' } }
  expect(toCurl(form)).toBe([`curl -X POST "$BASE_URL"'/v1/edits'`, `-F 'n=1'`, `-F 'image=[image/png, 12 bytes]'`].join(' \\\n  '))
})
