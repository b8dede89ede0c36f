import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploads } from '#app/server/db/schema/files.ts'
import { openAssistant } from '#tests/fixtures/assistant.ts'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { partOfPages, readText } from '../tools/read.ts'

let desk: Awaited<ReturnType<typeof openAssistant>>
beforeAll(async () => {
  desk = await openAssistant()
})
afterAll(() => desk[Symbol.asyncDispose]())

async function addDocument(userId: string, bytes: Buffer): Promise<string> {
  const id = uuidv7()
  const path = join(desk.runtime.scratchDir, `${id}.pdf`)
  await writeFile(path, bytes)
  const stored = await desk.runtime.storage.putFile(id, path)
  await desk.runtime.db
    .insert(uploads)
    .values({ ...stored, id, userId, type: 'document', name: 'Plan.pdf', mediaType: 'application/pdf', storageKey: id, pages: 3 })
  return id
}
const read = (userId: string, id: string, from = 0) =>
  readText(desk.runtime.db, { storage: desk.runtime.storage, userId }, { kind: 'f', id, handle: 'f1', from })

test('the text of a PDF comes with the numbers of its pages', async () => {
  const { id: ann } = await desk.person()
  const document = await addDocument(ann, makeDocument({ texts: ['The harbor\nopens at six.', '', 'The lamp is green.'] }))
  expect(await read(ann, document)).toEqual({
    text: '[Page 1]\nThe harbor\nopens at six.\n\n[Page 2]\n\n\n[Page 3]\nThe lamp is green.\n\n',
  })
})

test('a long document is read in parts of 20 kB that join without a gap, each with its page', async () => {
  const { id: ann } = await desk.person()
  const texts = Array.from({ length: 12 }, (_, page) =>
    Array.from({ length: 120 }, (_line, line) => `Line ${line} of page ${page + 1}, as long as a sentence of a contract.`).join('\n'),
  )
  const document = await addDocument(ann, makeDocument({ texts }))
  const parts: string[] = []
  for (let from: number | undefined = 0; from !== undefined;) {
    const { text }: { text: string } = await read(ann, document, from)
    expect(Buffer.byteLength(text)).toBeLessThan(20_200)
    const next: string | undefined = /\n\[More: read f1 from (\d+).*\]$/.exec(text)?.[1]
    parts.push(text)
    from = next === undefined ? undefined : Number(next)
  }
  expect(parts.length).toBeGreaterThan(2)
  expect(parts[1]).toMatch(/^\[Page \d+, continued\]\n\[From \d+\]\n/)
  const whole = parts
    .map((part) => part.replace(/^(?:\[Page \d+, continued\]\n)?\[From \d+\]\n/, '').replace(/\n\[More: [^\]]*\]$/, ''))
    .join('')
  expect(whole).toBe(texts.map((text, page) => `[Page ${page + 1}]\n${text}\n\n`).join(''))
})

describe('a document without a readable text', () => {
  test.each([
    ['a scan', () => makeDocument({ pages: 3 }), /no text: a scan/],
    ['a damaged file', () => Buffer.from('%PDF-1.7\nnothing'), /damaged/],
  ])('%s gives the assistant a reason', async (_what, make, reason) => {
    const { id: ann } = await desk.person()
    expect(await read(ann, await addDocument(ann, make()))).toEqual({ text: expect.stringMatching(reason), failed: true })
  })

  test('a place beyond what is read is refused, and a document of somebody else is none', async () => {
    const [{ id: ann }, { id: eve }] = [await desk.person(), await desk.person()]
    const document = await addDocument(ann, makeDocument({ texts: ['Secret'] }))
    expect(await read(ann, document, 2_000_001)).toMatchObject({ failed: true })
    expect(await read(eve, document)).toEqual({ text: 'It no longer exists.', failed: true })
  })
})

test('a part that begins within a page names it, and one at its beginning does not', () => {
  const pages = { pages: ['one', 'two'], isWhole: true }
  expect(partOfPages(pages, { handle: 'f1', from: 10 })).toBe('[Page 1, continued]\n[From 10]\nne\n\n[Page 2]\ntwo\n\n')
  expect(partOfPages(pages, { handle: 'f1', from: 14 })).toBe('[From 14]\n[Page 2]\ntwo\n\n')
  expect(partOfPages(pages, { handle: 'f1', from: 99 })).toBe('[The text ends at 28]')
})
