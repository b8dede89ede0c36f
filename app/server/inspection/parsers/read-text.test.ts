import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeText } from '#tests/fixtures/encode-text.ts'
import { readText } from './read-text.ts'
import { sniffContainer } from './sniff-container.ts'

let dir: string
let last = 0
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'read-text-'))
})
afterAll(() => rm(dir, { recursive: true }))

const inputs = join(import.meta.dirname, '../../../../tests/fixtures/inputs')
const input = (name: string) => readFile(join(inputs, name))

/** Reads a file as the upload does: by its first bytes, then as a whole. */
async function read(bytes: Uint8Array, locale: 'en' | 'ru' = 'ru'): Promise<unknown> {
  last += 1
  const [path, to] = [join(dir, `${last}`), join(dir, `${last}.txt`)]
  const container = sniffContainer(bytes.subarray(0, 4_096))
  if (!container || 'refused' in container) return container?.refused ?? 'binary'
  if (container.type !== 'text') return container.mediaType
  await writeFile(path, bytes)
  const answer = await readText({ path, to, locale })
  return 'refused' in answer ? answer.refused : await readFile(answer.isConverted ? to : path, 'utf8')
}

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()
const bytes = (text: string) => Buffer.from(text, 'latin1')
const song = 'Съешь ещё этих мягких булок.\n'

test.each<[what: string, file: () => Promise<Uint8Array> | Uint8Array, text: string]>([
  ['a CSV as Excel saves it in Russia', () => input('table-cp1251.csv'), 'имя;сумма\r\nАнна;100\r\nЁлка;200\r\n'],
  ['a text of Notepad in UTF-16', () => input('notepad-utf16le.txt'), 'Привет, мир\r\n'],
  ['a log with colors', () => input('ansi-colours.log'), 'INFO started\nERROR x\n'],
  ['UTF-16 BE with a mark', () => swapped(`\uFEFF${song}`), song],
  ['UTF-16 LE without a mark', () => Buffer.from(song, 'utf16le'), song],
  ['UTF-16 BE without a mark', () => swapped(`name;${song}`), `name;${song}`],
  ['UTF-16 with emoji and a word in Greek', () => Buffer.from('\uFEFFHi 🚀 λόγος', 'utf16le'), 'Hi 🚀 λόγος'],
  ['UTF-16 of one letter', () => Buffer.from('\uFEFFЯ', 'utf16le'), 'Я'],
  ['UTF-16 that lost its last byte', () => Buffer.from('\uFEFFHello', 'utf16le').subarray(0, -1), 'Hell\uFFFD'],
  ['UTF-8 with a mark', () => Buffer.from(`\uFEFF${song}`), song],
  ['UTF-8', () => Buffer.from(song), song],
  ['KOI8-R', () => encodeText(song, 'koi8-r') ?? bytes(''), song],
  ['CP866 with the Ctrl-Z of DOS', () => Buffer.concat([encodeText(song, 'ibm866') ?? bytes(''), bytes('\x1a')]), song],
  ['a text padded with zeros to a block', () => Buffer.concat([Buffer.from(song), Buffer.alloc(3_000)]), song],
  ['a long text padded with zeros', () => Buffer.concat([Buffer.from(song.repeat(200)), Buffer.alloc(4_096)]), song.repeat(200)],
  ['a line break of Word (VT)', () => bytes('one\vtwo\x07'), 'one\ntwo'],
  ['a manual in bold of backspaces', () => bytes('N\bNA\bAM\bME\bE\n'), 'NAME\n'],
  ['a link and a title of a terminal', () => bytes('\x1b]0;title\x07\x1b]8;;https://a.example\x1b\\here\x1b]8;;\x1b\\\x1b(B\n'), 'here\n'],
  ['a text that begins as a program does', () => bytes('MZ;BZh\n'), 'MZ;BZh\n'],
])('%s is read as clean UTF-8', async (_what, file, text) => {
  expect(await read(await file())).toBe(text)
})

test('an encoding that both languages share is decided by that of the person', async () => {
  const file = bytes('\xe9')
  expect([await read(file, 'ru'), await read(file, 'en')]).toEqual([expect.stringMatching(/[а-я]/i), 'é'])
})

test.each<[what: string, file: Uint8Array, cause: unknown]>([
  ['a text of spaces', bytes(' \r\n\t'), 'empty'],
  ['a mark without a text', bytes('\xff\xfe'), 'empty'],
  ['zeros', Buffer.alloc(100), 'empty'],
  ['Shift JIS', bytes('\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x65\x83\x4c\x83\x58\x83\x67'), 'encoding'],
  ['bytes of no format', Uint8Array.from({ length: 600 }, (_, index) => (index * 97 + 13) % 256), 'binary'],
  ['a text that becomes something else', Buffer.concat([bytes('a'.repeat(5_000)), Buffer.alloc(500, 3), bytes('b')]), 'binary'],
  ['a gzip archive', gzipSync('words'), { cause: 'archive', name: 'GZ', saveAs: [] }],
  ['a RAR archive', bytes('Rar!\x1a\x07\0\xcf\x90s\0\0\r\0\0\0'), { cause: 'archive', name: 'RAR', saveAs: [] }],
  ['a 7z archive', bytes('7z\xbc\xaf\x27\x1c\0\x04\0\0\0\0'), { cause: 'archive', name: '7z', saveAs: [] }],
  ['a Windows program', bytes('MZ\x90\0\x03\0\0\0\x04\0\0\0'), { cause: 'program', name: 'EXE', saveAs: [] }],
  ['a Linux program', bytes('\x7fELF\x02\x01\x01\0\0\0\0\0'), { cause: 'program', name: 'ELF', saveAs: [] }],
  [
    'a Photoshop document',
    bytes('8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\x02\0\0\0\x02\0\0\x08'),
    { cause: 'format', name: 'PSD', saveAs: ['PNG', 'JPEG'] },
  ],
  ['a database', bytes('SQLite format 3\0\x10\0\x01\x01\0\x40'), { cause: 'format', name: 'SQLite', saveAs: ['CSV'] }],
  ['PostScript', bytes('%!PS-Adobe-3.0\n'), { cause: 'format', name: 'PostScript', saveAs: ['PDF', 'PNG'] }],
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), { cause: 'format', name: 'SVG', saveAs: ['PNG'] }],
  ['an SVG in UTF-16', Buffer.from('\uFEFF<?xml version="1.0"?><svg/>', 'utf16le'), { cause: 'format', name: 'SVG', saveAs: ['PNG'] }],
])('%s is refused with its cause', async (_what, file, cause) => {
  expect(await read(file)).toMatchObject(typeof cause === 'string' ? expect.stringContaining(cause) : cause)
})

test('MPEG audio whose first frame looks like a byte order mark is a sound', () => {
  const frames = Uint8Array.from({ length: 400 }, (_, index) => (index < 2 ? ([0xff, 0xfe][index] ?? 0) : (index * 31) % 256))
  expect(sniffContainer(frames)).toMatchObject({ type: 'audio' })
})
