import { expect, test } from 'vitest'
import { splitThoughts, withoutThoughts } from './split-thoughts.ts'
import { wholeCharacters } from './whole-characters.ts'

/** Splits a text that arrives in pieces of so many characters. */
function split(text: string, step: number) {
  let said = ''
  let thought = ''
  const parts = splitThoughts({
    onText: (piece) => void (said += piece),
    onThought: (piece) => void (thought += piece),
    onTextWasThought() {
      thought += said
      said = ''
    },
  })
  for (let at = 0; at < text.length; at += step) parts.write(text.slice(at, at + step))
  parts.end()
  return { thought: thought.trim(), said }
}

const fence = '```'
test.each([
  ['tags', '<think>Let me see</think>\n\nHello there.', 'Let me see', 'Hello there.'],
  ['space before the tag', '\n <think>\nHm\n</think>Hi', 'Hm', 'Hi'],
  ['other tags', '<thinking>Hm</thinking>Hi', 'Hm', 'Hi'],
  ['tags of Mistral', '[THINK]Hm[/THINK]Hi', 'Hm', 'Hi'],
  ['an empty thought', '<think>\n\n</think>\n\nHi', '', 'Hi'],
  ['two thoughts', '<think>a</think>\n<think>b</think>\nHi', 'ab', 'Hi'],
  ['a closing tag alone', 'Okay, so\nlet me see.\n</think>\n\nHello there.', 'Okay, so\nlet me see.', 'Hello there.'],
  ['a closing tag alone at the end of a line', 'Okay.</think>\n\nHello', 'Okay.', 'Hello'],
  ['a closing tag alone at the end', 'Okay.</think>', 'Okay.', ''],
  ['an opening tag alone', '<think>Okay, so', 'Okay, so', ''],
  ['a mention in a sentence', 'The tag </think> ends it. Use <think> first.', '', 'The tag </think> ends it. Use <think> first.'],
  ['a mention in code', 'Write `</think>`\nor `<think>`.', '', 'Write `</think>`\nor `<think>`.'],
  [
    'a mention in a block of code',
    `See:\n${fence}\n<think>\n</think>\n${fence}\nDone`,
    '',
    `See:\n${fence}\n<think>\n</think>\n${fence}\nDone`,
  ],
  ['a mention in a thought', '<think>I write `</think>` at the end</think>Hi', 'I write `</think>` at the end', 'Hi'],
  ['code in a thought', `<think>a\n${fence}\n</think>\n${fence}\nb</think>Hi`, `a\n${fence}\n</think>\n${fence}\nb`, 'Hi'],
  ['a mention after a thought', '<think>a</think>Say\n</think>\nnow', 'a', 'Say\n</think>\nnow'],
  ['no tags', 'a < b <thin and </thi', '', 'a < b <thin and </thi'],
  ['a tag that is another one', '<thinker> is no tag', '', '<thinker> is no tag'],
  ['nothing', '', '', ''],
])('%s: the reasoning is separated, in pieces of any length', (_name, text, thought, said) => {
  for (const step of [1, 2, 3, 7, 1_000]) expect(split(text, step)).toEqual({ thought, said })
})

test('a stored answer loses its reasoning only if that stands at its beginning', () => {
  expect(withoutThoughts('<think>a</think>\n\nb')).toBe('b')
  expect(withoutThoughts('a\n</think>\nb')).toBe('a\n</think>\nb')
})

test.each(['a 😀 b', '👨‍👩‍👧‍👦', '👍🏽❤️🇷🇺', 'e\u0301й', '😀'])('no piece of %j ends in the middle of a character', (text) => {
  for (const step of [1, 2, 3, 5]) {
    const pieces: string[] = []
    const whole = wholeCharacters((piece) => void pieces.push(piece))
    for (let at = 0; at < text.length; at += step) whole.write(text.slice(at, at + step))
    whole.end()
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
    expect(pieces.join('')).toBe(text)
  }
})

test('a half of a character that stays alone becomes the replacement character', () => {
  const pieces: string[] = []
  const whole = wholeCharacters((piece) => void pieces.push(piece))
  whole.write('a\uD83D')
  whole.end()
  expect(pieces).toEqual(['a', '\uFFFD'])
})
