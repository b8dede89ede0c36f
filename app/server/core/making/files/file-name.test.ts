import { expect, test } from 'vitest'
import { contentDisposition, fileName, storedName } from './file-name.ts'

test.each([
  ['Sunset over a lake, pine forest', 'image/webp', 1, 'sunset-over-a-lake-pine-forest-1.webp'],
  ['Закат над озером — сосны!', 'image/avif', undefined, 'закат-над-озером-сосны.avif'],
  ['  ../../etc/passwd\r\nSet-Cookie: a=b', 'audio/mp4', undefined, 'etc-passwd-set-cookie-a-b.m4a'],
  ['🎻🎻', 'text/vtt', 2, 'quartet-2.vtt'],
  ['', 'application/unknown', undefined, 'quartet.bin'],
  ['con', 'image/webp', undefined, 'quartet-con.webp'],
  ['AUX!', 'text/markdown', 2, 'quartet-aux-2.md'],
  ['Йод'.normalize('NFD'), 'image/png', undefined, 'йод.png'],
])('the file of %j as %s number %s is saved as %s', (words, mediaType, number, name) => {
  expect(fileName(words, { mediaType, number })).toBe(name)
})

test('a long prompt gives whole words of at most 60 characters, one endless word its beginning', () => {
  const name = fileName('a quiet harbour with small wooden boats and gulls above the grey water at dawn', {
    mediaType: 'image/png',
    number: undefined,
  })
  expect(name).toBe('a-quiet-harbour-with-small-wooden-boats-and-gulls-above-the.png')
  expect(fileName('x'.repeat(500), { mediaType: 'image/png', number: undefined })).toBe(`${'x'.repeat(60)}.png`)
})

test('a name in another alphabet is sent encoded, next to one in ASCII', () => {
  expect(contentDisposition('sunset.webp', { download: true })).toBe('attachment; filename="sunset.webp"')
  expect(contentDisposition('закат.webp', { download: false })).toBe(
    'inline; filename="quartet.webp"; filename*=UTF-8\'\'%D0%B7%D0%B0%D0%BA%D0%B0%D1%82.webp',
  )
  expect(contentDisposition('👨‍👩‍👧.png', { download: true })).toBe(
    'attachment; filename="quartet.png"; filename*=UTF-8\'\'%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7.png',
  )
  expect(contentDisposition('lake-озеро-1.srt', { download: true })).toBe(
    'attachment; filename="lake-_-1.srt"; filename*=UTF-8\'\'lake-%D0%BE%D0%B7%D0%B5%D1%80%D0%BE-1.srt',
  )
})

test('a document that is stored as its text is saved as one', () => {
  expect(storedName({ name: 'letter.docx', mediaType: 'text/markdown' })).toBe('letter.docx.md')
  expect(storedName({ name: 'notes.md', mediaType: 'text/plain' })).toBe('notes.md')
  expect(storedName({ name: null, mediaType: 'text/markdown' })).toBeNull()
})
