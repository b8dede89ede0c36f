import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { answerDocument } from '#app/contract/answer-document.ts'
import { readFailure } from '#app/contract/read-failure.ts'
import { toPlain, toSrt, toVtt } from '#app/contract/subtitles.ts'
import { readTags } from '../app/server/storage/xml-tags.ts'
import { contentDisposition, fileName } from '../app/server/core/files/file-name.ts'
import { plainAddress } from '../app/server/core/limits/address.ts'
import { findWord } from '../app/server/core/safety/find-word.ts'
import { describeDevice } from '../app/server/core/sessions/describe-device.ts'
import { countPages } from '../app/server/inspection/parsers/count-pages.ts'
import { sniffContainer } from '../app/server/inspection/parsers/sniff-container.ts'
import { uploadName } from '../app/server/core/uploads/upload-name.ts'
import { normalizeMath } from '../app/shell/work/markdown/normalize-math.ts'
import { countWords, toPlainText } from '../app/shell/work/markdown/plain-text.ts'
import { noReferences, readReferences, withReferences } from '../app/shell/work/markdown/references.ts'
import { remarkMarks } from '../app/shell/work/markdown/remark-answer.ts'
import { splitChunks } from '../app/shell/work/markdown/split-chunks.ts'
import { isRich } from '../app/ui/is-rich.ts'
import { RichText } from '../app/ui/rich-text.tsx'
import { clauseOf } from '../engine/text/clauses.ts'
import { splitSentences } from '../engine/text/split.ts'
import { nounOf, titleOf, titlePhrase } from '../engine/text/verse/themes.ts'
import { readTextPrompt, otherMedium, understand } from '../engine/protocol/understand.ts'
import { stripMarkup } from '../engine/speech/reading.ts'

/** Parts of texts that make a careless parser start again and again when they are repeated. */
const parts = [
  ' ',
  '\n',
  ' \n',
  '\t\n\n',
  'a',
  'я',
  '1',
  '.',
  ', ',
  ' — ',
  '-',
  '*',
  '_',
  '`',
  '~',
  '$',
  '|',
  '#',
  '>',
  '<',
  '[',
  '(',
  '{',
  '"',
  '«',
  '/',
  ':',
  '@',
  '%',
  '**a ',
  '***',
  '__a ',
  '*a',
  '`a``',
  '```\n',
  '~~~\n',
  '\\(',
  '\\(a\\',
  '\n\\[',
  '\n$$a',
  '\\[a\\',
  '$$',
  '$a$',
  '$5 ',
  '\\]\n',
  '[^a]',
  '[^a]: b\n',
  '[a][b]',
  '[a]: b\n',
  '<sub>',
  '</sub>',
  '<sub>a</sub>',
  '<br>',
  '![',
  '![](',
  '](',
  '[a](b "',
  '<!--',
  '<!-- -->',
  '<?xml ',
  '<svg',
  '<a:',
  '<Code>',
  'a.b',
  'a-b',
  'a. ',
  '«a» ',
  '?!',
  '… ',
  '1.',
  '1,000',
  '0',
  '1x',
  'https://a',
  'about ',
  'про ',
  'that ',
  '|-',
  '- [ ]',
  '/Type /ObjStm ',
  'stream\n',
  'Version/1 ',
  '%25',
  '\0',
]

/** A segment of a transcript. */
const segmentsOf = (text: string) => [{ start_ms: 0, end_ms: 1_000, text }]

const parsers: Record<string, (text: string) => unknown> = {
  'a file recognized by its beginning': (text) => sniffContainer(Buffer.from(text)),
  'the pages of a PDF': (text) => countPages(Buffer.from(`%PDF-1.4 ${text} %%EOF`, 'latin1')),
  'the name of an upload': uploadName,
  'the name of a file': (text) => [fileName(text, { mediaType: 'image/png', number: 1 }), contentDisposition(text, { download: true })],
  'an address': plainAddress,
  'a browser': describeDevice,
  'a list of forbidden words': (text) => findWord(['two words', 'begin*'], text),
  'an answer of the storage': (text) => readTags(text, 'Code'),
  'an error of the API': (text) => readFailure({ status: 500, statusText: '' }, { message: text }),
  subtitles: (text) => [
    toSrt(segmentsOf(text), String),
    toVtt(segmentsOf(text), String),
    toPlain({ text, segments: segmentsOf(text) }, String),
  ],
  'the document of an answer': (text) =>
    answerDocument({ text, thinking: text, sources: [], headings: { thinking: 'Thinking', sources: 'Sources' } }),
  'whether a text needs a Markdown parser': isRich,
  'a text with simple marks': (text) => renderToString(createElement(RichText, { text })),
  'Markdown as plain text': (text) => [toPlainText(text), countWords(text)],
  'formulas in Markdown': normalizeMath,
  'a growing Markdown text': (text) => splitChunks(text),
  'notes and links of Markdown': (text) => [
    withReferences(text, readReferences(text, true), true),
    withReferences(`${text}[^a]\n[^a]: b\n[c]: d`, readReferences(`${text}[^a]\n[^a]: b\n[c]: d`, false), false),
    withReferences(text, noReferences, true),
  ],
  'HTML in Markdown': (text) => remarkMarks()({ type: 'paragraph', children: [{ type: 'text', value: text }] }),
  sentences: (text) => [splitSentences(text, 'en'), splitSentences(text, 'ru')],
  'a clause': (text) => clauseOf(text, 'en', 80),
  'a theme': (text) => [titleOf(text, 'en'), titlePhrase(text), nounOf(text)],
  'a prompt for a text': (text) => readTextPrompt(text, {}),
  'a prompt for an image': (text) => understand('sketch-image', text, {}),
  'a prompt for music': (text) => [understand('sketch-music', text, {}), otherMedium('sketch-music', text)],
  'a text to read aloud': (text) => [stripMarkup(text), otherMedium('sketch-speech', text)],
}

const characters = 20_000
/** Milliseconds of processor time within which a text of twice as many characters is read without a doubt. */
const doubtMs = 60
const mostRounds = 12

function costOf(parse: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage()
  parse(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/**
 * Whether twice the text takes less than three times the work. The least processor time of alternating rounds is compared, because whatever
 * else runs on the machine can only add to it.
 */
function isLinear(parse: (text: string) => unknown, part: string): boolean {
  const once = part.repeat(Math.ceil(characters / part.length))
  const [single, double] = [`a ${once}`, `a ${once}${once}`]
  let [leastSingle, leastDouble] = [Infinity, Infinity]
  for (let round = 0; round < mostRounds; round += 1) {
    leastDouble = Math.min(leastDouble, costOf(parse, double))
    if (leastDouble < doubtMs) return true
    leastSingle = Math.min(leastSingle, costOf(parse, single))
    if (leastDouble < 3 * leastSingle) return true
  }
  return false
}

test.each(Object.entries(parsers))('reading %s of twice the length takes less than three times the work', (_, parse) => {
  expect(parts.filter((part) => !isLinear(parse, part))).toEqual([])
})
