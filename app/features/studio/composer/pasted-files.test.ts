import { expect, test } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const file = (name: string, lastModified = now - 86_400_000) => new File(['bytes'], name, { lastModified })
const icon = file('image.png', now - 20)

const paste = (files: File[], text = '') =>
  pastedFiles({ files, getData: (type) => (type === 'text/plain' ? text : '') }, now).map(({ name }) => name)

test.each([
  ['a file with its name as text, from the Finder', [file('report.pdf')], 'report.pdf', ['report.pdf']],
  ['a file with an image of its icon', [icon, file('report.pdf')], 'report.pdf', ['report.pdf']],
  ['an icon and a file without text', [icon, file('photo.jpg')], '', ['photo.jpg']],
  ['several files with their names', [file('a.png'), file('b.mp4')], 'a.png\r\nb.mp4', ['a.png', 'b.mp4']],
  ['a file with its path as text', [file('a.png')], '/home/ann/a.png', ['a.png']],
  ['a name in another normal form of Unicode', [file('й.png'.normalize('NFD'))], 'й.png', ['й.png'.normalize('NFD')]],
  ['a screenshot', [icon], '', ['image.png']],
  ['files from a program that adds no text', [file('image.png'), file('photo.jpg')], '', ['image.png', 'photo.jpg']],
  ['text of a document with an image of itself', [icon], 'Dear Ann', []],
  ['text alone', [], 'Dear Ann', []],
])('a paste adds the files that were meant: %s', (_what, files, text, expected) => expect(paste(files, text)).toEqual(expected))
