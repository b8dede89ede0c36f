import { expect, test } from 'vitest'
import { openParts } from './parts.ts'
import type { SpokenPart } from './parts.ts'
import { speakAhead } from './speak-ahead.ts'

const sentence = 'The lamps of the harbour are lit one by one, а за рекой поёт сверчок. '
const manner = { voice: 'auto', speed: 1, pitch: 1, pauses: 1 }

test.each([100, 900])('a text of %i characters is spoken as it would be in one go, word by word and sample by sample', async (length) => {
  const speech = { ...manner, text: sentence.repeat(20).slice(0, length) }
  const spoken: SpokenPart[] = []
  for await (const part of speakAhead(speech, () => {})) spoken.push(part)
  const expected = [...(await openParts(speech))]
  expect(spoken.map(({ words, progress }) => ({ words, progress }))).toEqual(expected.map(({ words, progress }) => ({ words, progress })))
  const bytesOf = (parts: SpokenPart[]) => Buffer.concat(parts.map(({ samples }) => Buffer.from(samples.buffer)))
  expect(bytesOf(spoken).equals(bytesOf(expected))).toBe(true)
})

test('a cancel ends a long speech at once', async () => {
  const parts = speakAhead({ ...manner, text: sentence.repeat(200) }, () => {
    throw new Error('canceled')
  })
  await expect(parts.next()).rejects.toThrow('canceled')
})

test('a voice that does not exist is refused before anything is spoken, however long the text', async () => {
  for (const text of [sentence, sentence.repeat(20)]) {
    await expect(speakAhead({ ...manner, text, voice: 'nobody' }, () => {}).next()).rejects.toThrow('unknown_voice')
  }
})
