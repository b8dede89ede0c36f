import { createTransport } from 'nodemailer'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { answerDocument } from '#app/contract/studio/answer-document.ts'
import { readFailure } from '#app/contract/base/read-failure.ts'
import { toPlain, toSrt, toVtt } from '#app/contract/runs/subtitles.ts'
import { readFormFile } from '../app/server/api/requests/form-file.ts'
import { csvLine } from '../app/server/core/money/tokens/csv-line.ts'
import { composeMail } from '../app/server/mail/compose-mail.ts'
import { writeDecisionMail } from '../app/server/mail/decision-mail.ts'
import { ModelsFileError, parseModelsFile } from '../app/server/providers/models-file/read-models-file.ts'
import { readTags } from '../app/server/storage/xml-tags.ts'
import { Problem } from '../app/server/core/problem.ts'
import { contentDisposition, fileName } from '../app/server/core/making/files/file-name.ts'
import { plainAddress } from '../app/server/core/rules/limits/address.ts'
import { findWord } from '../app/server/core/rules/safety/find-word.ts'
import { describeDevice } from '../app/server/core/identity/sessions/describe-device.ts'
import { pagesOfTree } from '../app/server/inspection/parsers/pdf-pages.ts'
import { sniffContainer } from '../app/server/inspection/parsers/sniff-container.ts'
import { uploadName } from '../app/server/core/making/uploads/upload-name.ts'
import { normalizeMath } from '../app/runs/markdown/normalize-math.ts'
import { countWords, toPlainText } from '../app/runs/markdown/plain-text.ts'
import { noReferences, readReferences, withReferences } from '../app/runs/markdown/references.ts'
import { remarkMarks } from '../app/runs/markdown/remark-answer.ts'
import { splitChunks } from '../app/runs/markdown/split-chunks.ts'
import { isRich } from '../app/ui/text/is-rich.ts'
import { RichText } from '../app/ui/text/rich-text.tsx'
import { clauseOf } from '../engine/text/clauses.ts'
import { splitSentences } from '../engine/text/split.ts'
import { nounOf, titleOf, titlePhrase } from '../engine/text/verse/themes.ts'
import { readTextPrompt, otherMedium, understand } from '../engine/protocol/understand.ts'
import { stripMarkup } from '../engine/speech/reading.ts'
import { isFull } from './fixtures/campaign.ts'
import { isLinear, parts, slowParts } from './fixtures/doubling.ts'

/** A segment of a transcript. */
const segmentsOf = (text: string) => [{ start_ms: 0, end_ms: 1_000, text }]

async function readForm(text: string): Promise<void> {
  const fields = ['a', 'file'].map((name) => `--x\r\ncontent-disposition: form-data; ${text}; name="${name}"\r\n\r\n${text}\r\n`)
  const body = `${text}\r\n--x\r\n\r\n${fields.join('')}--x--`
  const request = new Request('http://api.test', { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body })
  try {
    for await (const _ of readFormFile(request, 'file'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

function readModels(text: string): void {
  const name = JSON.stringify(text)
  try {
    parseModelsFile(`# ${text.replaceAll('\n', '\n# ')}\nmodels:\n  openai/gpt: { name: ${name}, ${name}: 1 }\n`, 'models.yaml')
  } catch (error) {
    if (!(error instanceof ModelsFileError)) throw error
  }
}

const writeMail = (text: string) => {
  const decision = { role: 'owner', decision: 'take_down', category: 'other', contact: null, at: new Date(0) } as const
  const mail = writeDecisionMail({ ...decision, to: 'a@b.test', locale: 'ru', siteUrl: 'https://b.test', reason: text, title: text })
  return composeMail({ ...mail, subject: text }, 'c@b.test')
}

/** Counts the pages of a document whose list of pages is the text. */
function countPages(text: string): void {
  const tree = `2 0 obj\n<</Count 1/Kids[ 2 0 R ${text}]>>`
  try {
    pagesOfTree(Buffer.from(`${tree}\nxref\n2 1\n0000000000 00000 n\ntrailer\n<</Root<</Pages 2 0 R>>>>\nstartxref\n${tree.length + 1}`))
  } catch {
    // Most are no document.
  }
}

const parsers: Record<string, (text: string) => unknown> = {
  'a line of CSV': (text) => csvLine([text, 1, text]),
  'a form with a file': readForm,
  'a models file': readModels,
  'an email': writeMail,
  'a file recognized by its beginning': (text) => sniffContainer(Buffer.from(text)),
  'the pages of a PDF': countPages,
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

/** Characters of the texts for parsers that take much work for each; a full run has texts of the usual length for all. */
const lengths = new Map([
  ['sentences', 8_000],
  ['a models file', 8_000],
])

test.each(Object.entries(parsers))('reading %s of twice the length takes less than three times the work', async (name, parse) => {
  expect(await slowParts(parse, isFull ? undefined : lengths.get(name))).toEqual([])
})

test('encoding an email of twice the length takes less than three times the work', async () => {
  const mailer = createTransport({ streamTransport: true, buffer: true })
  const mixed = parts.join('')
  expect(await isLinear((text) => mailer.sendMail(writeMail(text)), { part: mixed, frame: (text) => text })).toBe(true)
})
