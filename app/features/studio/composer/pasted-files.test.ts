import { expect, test } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const file = (name: string, type = '') => new File(['x'], name, { type })
const report = file('Отчёт й.pdf', 'application/pdf')
const icon = file('image.png', 'image/png')

test.each([
  ['a screenshot', [icon], '', [icon]],
  ['a file of the Finder with its name', [report], 'Отчёт й.pdf'.normalize('NFD'), [report]],
  ['a file of the Finder with its icon and name', [icon, report], 'Отчёт й.pdf', [report]],
  ['two files with their names', [report, file('b.txt')], 'Отчёт й.pdf\rb.txt', [report, file('b.txt')]],
  ['a file with its path', [report], 'file:///Users/ann/Отчёт й.pdf', [report]],
  ['a table of Excel with an image of itself', [icon], 'name\tsum\nAnn\t100\n', []],
  ['a text', [], 'words', []],
])('the paste of %s gives its files', (_what, files, text, wanted) => {
  expect(pastedFiles({ files, text }).map(({ name }) => name)).toEqual(wanted.map(({ name }) => name))
})
