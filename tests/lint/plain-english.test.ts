import { expect, test } from 'vitest'
import { findInvertedStart, findTestFragment, findPrivateName, findPrivateWords } from '../../scripts/lint/plain-english.mjs'

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

test.each(['told', 'toldAt', 'hasBegun', 'nothingBegun', 'BroughtTurn', 'countAnew'])(
  'private vocabulary in a name is reported: %s',
  (name) => expect(findPrivateName(name)).toBeDefined(),
)

test.each(['startedAt', 'beginning', 'begun_at', 'retold'])('a name of usual words passes: %s', (name) =>
  expect(findPrivateName(name)).toBeUndefined(),
)

test.each([
  'that is forged is refused',
  'of a stranger are absent',
  'It works once',
  'whose money is late',
  'returns 404 for a missing file',
  'Refuses a forged link',
  'never shows a key',
  'should keep the order',
  'is kept while the page loads',
  'when the server is down',
  'forged links',
])('a test name that is no sentence is reported: %s', (name) => expect(findTestFragment(name)).toBeDefined())

test.each([
  'a forged link is refused',
  'of 20 parallel sign-ups one succeeds',
  'italics are kept',
  'when the server is down, the page says so',
  'only its owner sees a key',
  'canceling a run is free',
])('a test name that is a sentence passes: %s', (name) => expect(findTestFragment(name)).toBeUndefined())

test('files of the engine may name the buildings that they draw', () => {
  expect(findPrivateWords('Houses along the street.', 'engine/scene/street.ts')).toBeUndefined()
  expect(findPrivateWords('Houses along the street.', 'app/shell/header.tsx')).toBeDefined()
})
