import { expect, test } from 'vitest'
import { uploadName } from './upload-name.ts'

test.each([
  ['notes.md', 'notes.md'],
  ['Отчёт за 2026.csv', 'Отчёт за 2026.csv'],
  [String.raw`C:\Users\ann\notes.md`, 'notes.md'],
  ['../../etc/passwd', 'passwd'],
  ['.gitignore', '.gitignore'],
  ['a\u0000b\r\nc\u202Egpj.txt', 'abcgpj.txt'],
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
