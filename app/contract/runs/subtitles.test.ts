import { expect, test } from 'vitest'
import { longestLine, toPlain, toSrt, toVtt } from './subtitles.ts'

const name = (speaker: number) => `Speaker ${speaker}`
const said = (start_ms: number, end_ms: number, text: string, speaker?: number) => ({
  start_ms,
  end_ms,
  text,
  ...(speaker !== undefined && { speaker }),
})

test('SubRip numbers its cues, separates them by an empty line and writes milliseconds after a comma', () => {
  expect(toSrt([said(0, 1_500, 'Hello.'), said(3_661_007, 3_662_000, 'Bye.')], name)).toBe(
    '1\n00:00:00,000 --> 00:00:01,500\nHello.\n\n2\n01:01:01,007 --> 01:01:02,000\nBye.\n',
  )
})

test('WebVTT begins with its signature, writes a point, escapes markup and names voices', () => {
  expect(toVtt([said(0, 900, 'a < b & c --> d', 1), said(900, 2_000, 'Да.', 2)], name)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:00.900\n<v Speaker 1>a &lt; b &amp; c --&gt; d\n\n00:00:00.900 --> 00:00:02.000\n<v Speaker 2>Да.\n',
  )
  expect(toVtt([], name)).toBe('WEBVTT\n')
})

test('SubRip names a speaker where the speaker changes, and contains no arrow but its own', () => {
  const srt = toSrt([said(0, 900, 'One --> two', 1), said(900, 1_800, 'three', 1), said(1_800, 2_700, 'four', 2)], name)
  expect(srt.match(/-->/g)).toHaveLength(3)
  expect(srt).toContain('Speaker 1: One -> two')
  expect(srt).toContain('\nthree\n')
  expect(srt).toContain('Speaker 2: four')
})

test('a long passage becomes cues of two balanced lines that share its time and lose no word', () => {
  const text = 'The longest journey begins with a single step, and after that there are very many others until it ends at last.'
  const [start, end] = [1_000, 9_000]
  const blocks = toSrt([said(start, end, text)], name)
    .trimEnd()
    .split('\n\n')
    .map((block) => block.split('\n'))
  const lines = blocks.flatMap((block) => block.slice(2))
  expect(blocks.length).toBeGreaterThan(1)
  for (const block of blocks) expect(block.length).toBeLessThanOrEqual(4)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(longestLine)
  expect(lines.join(' ')).toBe(text)
  const times = blocks.map((block) => block[1]?.split(' --> '))
  expect(times[0]?.[0]).toBe('00:00:01,000')
  expect(times.at(-1)?.[1]).toBe('00:00:09,000')
  for (const [index, time] of times.slice(1).entries()) expect(time?.[0]).toBe(times[index]?.[1])
})

test.each(['語'.repeat(100), 'x'.repeat(90), '😀'.repeat(50)])('a text without spaces is divided between characters: %s', (text) => {
  const lines = toSrt([said(0, 5_000, text)], name)
    .split('\n')
    .filter((line) => /[語x😀]/u.test(line))
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(longestLine)
  expect(lines.join('')).toBe(text)
})

test('every cue ends after it starts, and a short one is shown until the next', () => {
  expect(toSrt([said(500, 500, 'Hm'), said(800, 800, 'Yes'), said(60_000, 59_000, 'End')], name)).toBe(
    '1\n00:00:00,500 --> 00:00:00,800\nHm\n\n2\n00:00:00,800 --> 00:00:01,500\nYes\n\n3\n00:01:00,000 --> 00:01:00,700\nEnd\n',
  )
})

test('plain text has a paragraph for each turn of a speaker', () => {
  const segments = [said(0, 1, 'Hello.', 1), said(1, 2, 'How are you?', 1), said(2, 3, 'Fine.', 2)]
  expect(toPlain({ text: 'ignored', segments }, name)).toBe('Speaker 1: Hello. How are you?\n\nSpeaker 2: Fine.\n')
  expect(toPlain({ text: 'As it is.', segments: [said(0, 1, 'As it is.')] }, name)).toBe('As it is.\n')
})
