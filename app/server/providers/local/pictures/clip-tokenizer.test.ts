import { expect, test } from 'vitest'
import { clipMerges } from '#tests/fakes/clip-merges.ts'
import { openClipTokenizer } from './clip-tokenizer.ts'

const tokenizer = openClipTokenizer(clipMerges)
const [start, end] = [49_406, 49_407]
/** Returns the ids between start and end. */
const idsOf = (text: string) => {
  const ids = tokenizer.encode(text)
  expect([ids.length, ids[0]]).toEqual([77, start])
  return ids.slice(1, ids.indexOf(end))
}

// Ids that OpenAI's notebook and projects with other tokenizers of CLIP give.
test.each([
  ['Hello World!', [3_306, 1_002, 256]],
  ['a photo of a cat', [320, 1_125, 539, 320, 2_368]],
  ['  A  PHOTO of\na   cat ', [320, 1_125, 539, 320, 2_368]],
  ['a photo of an astronaut riding a horse on mars', [320, 1_125, 539, 550, 18_376, 6_765, 320, 4_558, 525, 7_496]],
  ['', []],
])('%j has the ids of CLIP', (text, ids) => {
  expect(idsOf(text)).toEqual(ids)
})

test('letters that CLIP has no words for become their bytes, and no text is the start or the end', () => {
  expect(idsOf('кот')).toEqual([27_152, 13_506, 141, 480])
  expect(tokenizer.encode('cat <|endoftext|> cat').filter((id) => id === end)).toHaveLength(77 - 1 - idsOf('cat <|endoftext|> cat').length)
  expect(idsOf('cat <|endoftext|> cat').at(-1)).toBe(2_368)
})

test('a long text loses its end, and the padding is that of the model', () => {
  const ids = tokenizer.encode('cat '.repeat(200))
  expect([ids.length, ids.at(-2), ids.at(-1)]).toEqual([77, 2_368, end])
  expect(openClipTokenizer(clipMerges, { padding: 0 }).encode('cat').slice(0, 5)).toEqual([start, 2_368, end, 0, 0])
})
