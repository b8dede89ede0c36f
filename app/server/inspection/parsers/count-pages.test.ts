import { expect, onTestFinished, test, vi } from 'vitest'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { countPages } from './count-pages.ts'

test.each([
  ['plain objects', makeDocument({ pages: 3 }), 3],
  ['a compressed object stream', makeDocument({ pages: 12, packed: true }), 12],
  ['no pages', makeDocument({ pages: 0 }), 0],
  ['a password', makeDocument({ pages: 3, locked: true }), 0],
  ['an end that is missing', makeDocument({ pages: 3 }).subarray(0, -10), 0],
  [
    'a broken object stream',
    Buffer.from(makeDocument({ pages: 3, packed: true }).toString('latin1').replace('stream\nx', 'stream\ny'), 'latin1'),
    0,
  ],
])('a PDF with %s', (_what, file, pages) => {
  expect(countPages(file)).toBe(pages)
})

test('many marks before one stream are passed over after it was read once', () => {
  const read = vi.spyOn(RegExp.prototype, 'exec')
  onTestFinished(() => read.mockRestore())
  const marks = '/Type /ObjStm '.repeat(1_000)
  const file = makeDocument({ pages: 3, packed: true }).toString('latin1').replace('/Type /ObjStm', `${marks}/Type /ObjStm`)
  expect(countPages(Buffer.from(file, 'latin1'))).toBe(3)
  // Each mark is found once; the stream is looked for once.
  expect(read.mock.calls.length).toBeLessThan(1_100)
})
