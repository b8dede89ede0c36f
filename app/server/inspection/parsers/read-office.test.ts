import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeCompound,
  makeDocx,
  makeOpenDocument,
  makeXlsx,
  paragraph,
  withSize,
  wordTable,
  zipOfParts,
} from '#tests/fixtures/make-office.ts'
import type { PackedType } from '../tasks.ts'
import { readOffice } from './read-office.ts'

let dir: string
let last = 0
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'read-office-'))
})
afterAll(() => rm(dir, { recursive: true }))

async function read(bytes: Uint8Array | string, mediaType: PackedType = 'application/zip'): Promise<unknown> {
  last += 1
  const [path, to] = [join(dir, `${last}`), join(dir, `${last}.md`)]
  await writeFile(path, bytes)
  const answer = await readOffice({ path, to, mediaType })
  return 'refused' in answer ? answer.refused : await readFile(to, 'utf8')
}

const letter = await readFile(join(import.meta.dirname, '../../../../tests/fixtures/inputs/letter.docx'))
const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`
const word = (cell: string, text: string) => `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`
const table = (rows: readonly (readonly string[])[]) =>
  `<table:table table:name="Лист">${rows.map((cells) => `<table:table-row>${cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`
const cells = [
  ['Имя', 'Сумма'],
  ['Анна', '100'],
]
const asMarkdown = '| Имя | Сумма |\n| --- | --- |\n| Анна | 100 |\n'

test('a document is read as Markdown with its headings and tables', async () => {
  expect(await read(letter)).toBe('Hello\n')
  const styles =
    '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>'
  const report = makeDocx(paragraph('Отчёт', 'Heading1') + paragraph('За год.') + wordTable(cells), { 'word/styles.xml': styles })
  expect(await read(report)).toBe(`# Отчёт\n\nЗа год.\n\n${asMarkdown}`)
  expect(await read(makeOpenDocument('text', `<text:h text:outline-level="1">Отчёт</text:h><text:p>За год.</text:p>${table(cells)}`))).toBe(
    `# Отчёт\n\nЗа год.\n\n${asMarkdown}`,
  )
  expect(await read(String.raw`{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2 {\b world}\par}`, 'application/rtf')).toBe('Привет world\n')
})

test('a workbook is read sheet by sheet, with dates as dates and without empty rows and columns', async () => {
  const numbers = [
    row(1, word('A1', 'Имя') + word('B1', 'Дата') + word('C1', 'a|b')),
    row(2, `${word('A2', 'Анна')}<c r="B2" s="1"><v>46053</v></c><c s="3" r="C2"><v>1234.5</v></c>`),
    row(7, '<c r="B7" s="2"><v>46053.75</v></c><c r="XFD7"><v>1</v></c>'),
  ]
  expect(await read(makeXlsx({ 'Лист &amp; 1': numbers.join(''), Пусто: '', Второй: row(1, word('A1', 'x')) }))).toBe(
    '## Лист & 1\n\n| Имя | Дата | a\\|b |  |\n| --- | --- | --- | --- |\n| Анна | 2026-01-31 | 1234.5 |  |\n|  | 2026-01-31 18:00 |  | 1 |\n\n## Второй\n\n| x |\n| --- |\n',
  )
  expect(await read(makeOpenDocument('spreadsheet', table(cells)))).toBe(`## Лист\n\n${asMarkdown}`)
})

test.each([
  ['an old Word document', () => makeCompound('WordDocument'), 'DOC'],
  ['an old Excel workbook', () => makeCompound('Workbook'), 'XLS'],
  ['an old presentation', () => makeCompound('PowerPoint Document'), 'PPT'],
  ['an Outlook message', () => makeCompound('__properties_version1.0'), 'MSG'],
  ['a Pages document', () => zipOfParts({ 'Index/Document.iwa': 'x', 'Index/Tables/DataList.iwa': 'x' }), 'Pages'],
  ['a Numbers document', () => zipOfParts({ 'Index/CalculationEngine.iwa': 'x', 'Index/Tables/Tile.iwa': 'x' }), 'Numbers'],
  ['a Keynote document', () => zipOfParts({ 'Index/Slide-1.iwa': 'x' }), 'Keynote'],
  ['a binary workbook', () => zipOfParts({ 'xl/workbook.bin': 'x' }), 'XLSB'],
  ['an Android app', () => zipOfParts({ 'AndroidManifest.xml': 'x', 'META-INF/MANIFEST.MF': 'x' }), 'APK'],
  ['an archive', () => zipOfParts({ 'photos/a.txt': 'x' }), 'ZIP'],
])('%s is refused by its name', async (_what, make, name) => {
  const file = make()
  expect(await read(file, file[0] === 0x50 ? 'application/zip' : 'application/x-cfb')).toMatchObject({ name })
})

test.each([
  ['an encrypted Office document', () => makeCompound('EncryptedPackage'), 'password'],
  [
    'an encrypted OpenDocument',
    () =>
      makeOpenDocument(
        'text',
        '',
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>',
      ),
    'password',
  ],
  ['a document of pictures', () => makeDocx('<w:p/>'), 'without_text'],
  ['half a document', () => makeDocx(paragraph('words')).subarray(0, 200), 'damaged'],
  ['a document whose XML breaks off', () => makeDocx(`${paragraph('words')}<w:p><w:r`), 'damaged'],
  ['a document of 100 MB', () => withSize(makeDocx(paragraph('words')), 100_000_000), 'too_much'],
  ['a sheet with a million cells', () => makeXlsx({ a: row(1, '<c r="A1"><v>1</v></c>'.repeat(1_000_000)) }), 'too_much'],
  ['a document with a million paragraphs', () => makeDocx('<w:p/>'.repeat(1_000_000)), 'too_much'],
])('%s is refused with its cause', async (_what, make, cause) => {
  const file = make()
  expect(await read(file, file[0] === 0x50 ? 'application/zip' : 'application/x-cfb')).toBe(cause)
})

test('entities are not expanded, and nothing outside of the document is read', async () => {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join('')
  const bomb = makeDocx(paragraph('&e9;'), {}, `<!DOCTYPE x [<!ENTITY e0 "lol">${levels}]>`)
  const outside = makeDocx(paragraph('&file;'), {}, '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>')
  for (const file of [bomb, outside]) expect(JSON.stringify(await read(file))).not.toMatch(/lol|root:/)
})

test('deep nesting ends with an answer', async () => {
  const deep = makeDocx('<w:tbl><w:tr><w:tc>'.repeat(6_000) + paragraph('words') + '</w:tc></w:tr></w:tbl>'.repeat(6_000))
  expect(await read(deep)).toBe('too_much')
})
