import { expect, test } from 'vitest'
import { uploadName } from './upload-name.ts'

test.each([
  ['notes.md', 'notes.md'],
  ['Отчёт за 2026.csv', 'Отчёт за 2026.csv'],
  [String.raw`C:\Users\ann\notes.md`, 'notes.md'],
  ['../../etc/passwd', 'passwd'],
  ['.gitignore', '.gitignore'],
  ['a\u0000b\r\nc\u202Egpj.txt', 'abcgpj.txt'],
  ['👨‍👩‍👧 и 👩🏽‍💻.png', '👨‍👩‍👧 и 👩🏽‍💻.png'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿.png', '🏴󠁧󠁢󠁥󠁮󠁧󠁿.png'],
  ['a\u{e0065}b\u{e0067}.txt', 'ab.txt'],
  ['می\u200cخواهم.txt', 'می\u200cخواهم.txt'],
  ['\u200dinvoice\u200d.pdf', 'invoice.pdf'],
  ['\u2067exe.\u2069fdp.txt', 'exe.fdp.txt'],
  ['отчёт й.txt'.normalize('NFD'), 'отчёт й.txt'],
  ['con.webp', 'con.webp'],
  ['\u200d', null],
  ['..', null],
  ['folder/', null],
  ['  ', null],
  [undefined, null],
])('the file %j is named %j', (sent, name) => {
  expect(uploadName(sent)).toBe(name)
})

test('a long name loses its middle, not its extension', () => {
  const name = uploadName(`${'x'.repeat(500)}.markdown`)
  expect(name).toHaveLength(200)
  expect(name).toMatch(/^x+\.markdown$/)
})

test('a long name of emoji loses whole ones', () => {
  expect(uploadName(`${'👨‍👩‍👧'.repeat(40)}.png`)).toBe(`${'👨‍👩‍👧'.repeat(24)}.png`)
})
