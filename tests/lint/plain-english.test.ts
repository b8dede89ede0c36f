import { expect, test } from 'vitest'
import { findInvertedStart, findMissingSubject, findPrivateWords } from '../../scripts/lint/plain-english.mjs'

test.each([
  'What the service calls a format.',
  'Who may open it.',
  'Whoever comes back.',
  'So many at a time.',
  'Where it differs from ours.',
])('a comment may not start with its subject last: %s', (text) => expect(findInvertedStart(text)).toBeDefined())

test.each(['Whatsoever follows.', 'Some runs.', 'Where the lease ends, the run is free.', "The service's name for a format."])(
  'a comment that starts with its subject passes: %s',
  (text) => expect(findInvertedStart(text)).toBeUndefined(),
)

test.each(['The worker is told of it.', 'Written anew.', 'Rows go for good after a week.', 'The way through the house.'])(
  'private vocabulary is reported: %s',
  (text) => expect(findPrivateWords(text)).toBeDefined(),
)

test.each(['Renewed once.', 'The run still counts.', 'A retold story.'])('words that only look alike pass: %s', (text) =>
  expect(findPrivateWords(text)).toBeUndefined(),
)

test.each(['that is forged is refused', 'of a stranger are absent', 'It works once', 'whose money is late'])(
  'a test name without a subject is reported: %s',
  (name) => expect(findMissingSubject(name)).toBeDefined(),
)

test.each(['a forged link is refused', 'of 20 parallel sign-ups one succeeds', 'italics are kept'])(
  'a test name with a subject passes: %s',
  (name) => expect(findMissingSubject(name)).toBeUndefined(),
)

test('files of the engine may name the buildings that they draw', () => {
  expect(findPrivateWords('Houses along the street.', 'engine/scene/street.ts')).toBeUndefined()
  expect(findPrivateWords('Houses along the street.', 'app/shell/header.tsx')).toBeDefined()
})
