import { expect, test } from 'vitest'
import { redact, sentenceOf } from './redact.ts'

test.each<[string, unknown, string | null]>([
  ['a message', { error: { message: 'Too long.', type: 'invalid_request_error', code: 'x' } }, 'Too long.'],
  ['JSON as a text', '{"detail":[{"loc":["body","prompt"],"msg":"Flagged.","input":"a secret lake"}]}', 'Flagged.'],
  ['several messages', { message: 'One.', error: { details: [{ reason: 'TWO' }] } }, 'One. · TWO'],
  ['the same message twice', { error: 'Rejected: no.', message: 'no.' }, 'Rejected: no.'],
  ['reasons of a filter', { response: { raiMediaFilteredReasons: ['The audio was filtered.'] } }, 'The audio was filtered.'],
  ['a page', '<html><title>502 Bad Gateway</title><body>x</body></html>', '502 Bad Gateway'],
  ['a plain text', 'upstream down', 'upstream down'],
  ['nothing', {}, null],
  ['no body', undefined, null],
])('%s: the sentence of the service is found', (_, body, sentence) => {
  expect(sentenceOf(body)).toBe(sentence)
})

test.each([
  ['a key', 'Incorrect API key provided: sk-proj-ab12CD34ef56.', 'Incorrect API key provided: [key].'],
  ['a masked key', 'Bad key sk-pr****wxyz', 'Bad key [key]'],
  ['a token', 'Token 9f8e7d6c5b4a39281706f5e4d3c2b1a0 is unknown', 'Token [id] is unknown'],
  ['an address', 'See https://ann:pw@desk.example/a?key=1 now', 'See [address] now'],
  ['a host with a port', 'connect to 10.0.0.7:8080 or gpu.local:5000', 'connect to [address] or [address]'],
  ['an email', 'Account ann@example.com is locked', 'Account [address] is locked'],
  ['a quoted prompt', 'The prompt "A Secret lake at dawn" was flagged', 'The prompt "[…]" was flagged'],
  ['a part of the prompt', 'Flagged: …secret lake at… (violence)', 'Flagged: …[…]… (violence)'],
  ['an option', 'Unknown value Zanzibar for style', 'Unknown value […] for style'],
])('%s is removed from the sentence', (_, sentence, expected) => {
  expect(redact(sentence, ['a secret lake at dawn', 'Zanzibar'])).toBe(expected)
})

test('a sentence has at most 500 characters, and no seam of a cut text shows three words of the person', () => {
  const text = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')
  for (let from = 0; from < 395; from += 37) {
    const shown = redact(
      `Refused because of ${text
        .split(' ')
        .slice(from, from + 5)
        .join(' ')}.`,
      [text],
    )
    expect(shown).toBe('Refused because of […].')
  }
  expect(redact('a '.repeat(900), [])).toHaveLength(500)
})
