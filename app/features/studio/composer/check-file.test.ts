import { expect, test } from 'vitest'
import { acceptOf, isOffice, isTooLarge, kindOf } from './check-file.ts'

test.each([
  ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'text'],
  ['table.XLSX', '', 'text'],
  ['old.doc', 'application/msword', 'text'],
  ['book.epub', 'application/epub+zip', 'text'],
  ['table.csv', 'application/vnd.ms-excel', 'text'],
  ['notes', 'text/plain', 'text'],
  ['scan.pdf', '', 'document'],
  ['photo.jpg', 'image/jpeg', 'image'],
  ['photos.zip', 'application/zip', undefined],
])('the file %s of type "%s" claims to be of kind %s', (name, type, kind) => {
  expect(kindOf({ name, type, size: 1_000 })).toBe(kind)
})

test('a document may have more bytes than its text', () => {
  expect(isOffice({ name: 'letter.docx' })).toBe(true)
  expect([isTooLarge({ size: 5_000_000 }, 'document'), isTooLarge({ size: 5_000_000 }, 'text')]).toEqual([false, true])
  expect(acceptOf(['text'])).toContain('.docx')
})
