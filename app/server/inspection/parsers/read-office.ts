import { readFile, writeFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { type OfficeContentNode, type OfficeParserAST, OfficeParser } from 'officeparser'
import { type KnownFormat, officeFormats } from '../known-formats.ts'
import type { Answer, Tasks } from '../tasks.ts'
import { type Cell, dateCells } from './date-cells.ts'

/** Documents whose text is read, and the part by which each is recognized. */
const readable = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
] as const
/** The beginnings of the media types that OpenDocument and EPUB name in an entry; those of templates are longer. */
const declared = [
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['odp', 'application/vnd.oasis.opendocument.presentation'],
  ['epub', 'application/epub+zip'],
] as const
type Format = Extract<Answer<'readOffice'>, { format: unknown }>['format']

const megabyte = 1024 * 1024
/** Unpacked bytes of XML, and elements in it. A text of a megabyte has a fraction of them. */
const mostXmlBytes = 64 * megabyte
const mostElements = 500_000
/** Unpacked bytes of all sheets, whose elements are not counted: about 400,000 cells. */
const mostSheetBytes = 16 * megabyte
/** Entries of the ZIP. */
const mostEntries = 5_000

type Refused = Extract<Answer<'readOffice'>, { refused: unknown }>

/** Reads a document of an office program as Markdown. Nothing that it refers to is loaded, and its macros and pictures are ignored. */
export async function readOffice({ path, to, mediaType }: Tasks['readOffice']): Promise<Answer<'readOffice'>> {
  const bytes = await readFile(path)
  const found =
    mediaType === 'application/rtf' ? { format: 'rtf' as const } : mediaType === 'application/zip' ? ofZip(bytes) : ofCompound(bytes)
  if ('refused' in found) return found
  let text
  try {
    text = await toMarkdown(bytes, found.format)
  } catch (error) {
    return causeOf(error)
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return { refused: 'without_text' }
  await writeFile(to, `${text.trim()}\n`, { flag: 'wx', mode: 0o600 })
  return { format: found.format }
}

/** Recognizes a ZIP by its entries. */
function ofZip(bytes: Uint8Array): { format: Format } | Refused {
  const names = new Set<string>()
  let [xml, sheets, mimetype] = [0, 0, '']
  try {
    const parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        names.add(name)
        if (/\.(?:xml|rels|x?html?)$/i.test(name)) xml += originalSize
        if (name.startsWith('xl/worksheets/')) sheets += originalSize
        return name === 'mimetype' && originalSize < 200
      },
    })
    mimetype = Buffer.from(parts.mimetype ?? [])
      .toString('latin1')
      .trim()
  } catch {
    return { refused: 'damaged' }
  }
  const found = readable.find(([, part]) => names.has(part)) ?? declared.find(([, type]) => mimetype.startsWith(type))
  if (!found) return { refused: otherZip([...names]) }
  return xml > mostXmlBytes || sheets > mostSheetBytes || names.size > mostEntries ? { refused: 'too_much' } : { format: found[0] }
}

function otherZip(names: readonly string[]): KnownFormat {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/^xl\/workbook\.bin$/)) return officeFormats.xlsb
  if (has(/(?:^|\/)Index\/Slide/)) return officeFormats.keynote
  if (has(/(?:^|\/)Index\/Tables\//)) return has(/(?:^|\/)Index\/(?:CalculationEngine|Sheet)/) ? officeFormats.numbers : officeFormats.pages
  if (has(/\.iwa$/)) return officeFormats.iwork
  if (has(/^AndroidManifest\.xml$/)) return officeFormats.apk
  if (has(/^META-INF\/MANIFEST\.MF$/)) return officeFormats.jar
  return officeFormats.zip
}

/** Recognizes a compound file, the container of the old formats and of protected new ones, by the names of its streams. */
function ofCompound(bytes: Buffer): Refused {
  const has = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return { refused: 'password' }
  if (has('WordDocument')) return { refused: officeFormats.doc }
  if (has('PowerPoint Document')) return { refused: officeFormats.ppt }
  if (has('__properties_version1.0')) return { refused: officeFormats.msg }
  if (has('VisioDocument')) return { refused: officeFormats.vsd }
  if (has('Workbook') || has('Book')) return { refused: officeFormats.xls }
  return { refused: officeFormats.msi }
}

async function toMarkdown(bytes: Buffer, fileType: Format): Promise<string> {
  const document = await OfficeParser.parseOffice(bytes, {
    fileType,
    extractAttachments: false,
    ocr: false,
    decompressionLimits: { maxUncompressedBytes: 2 * mostXmlBytes, maxZipEntries: mostEntries, maxXmlElements: mostElements },
  })
  if (fileType === 'xlsx' || fileType === 'ods') return toTables(document, fileType === 'xlsx' ? dateCells(bytes) : undefined)
  // The names of people and programs are not in the text.
  document.metadata = {}
  const { value } = await document.to('md', {
    generateIds: false,
    includeFormatting: false,
    mdConfig: { dialect: 'github', fallbackToHtml: false },
  })
  return value
}

/** A workbook as one table a sheet, each below the sheet's name. */
function toTables({ content }: OfficeParserAST, dates: ReturnType<typeof dateCells> | undefined): string {
  return content
    .filter(({ type }) => type === 'sheet')
    .map((sheet) => {
      const name = sheet.metadata && 'sheetName' in sheet.metadata ? sheet.metadata.sheetName : ''
      const table = toTable(sheet, (cell) => dates?.(name, cell) ?? cell.text)
      return table && `## ${name}\n\n${table}`
    })
    .filter(Boolean)
    .join('\n\n')
}

/** A sheet without its empty rows and columns, so that cells far from the others cost nothing. */
function toTable(sheet: OfficeContentNode, show: (cell: Cell) => string): string {
  const rows: Map<number, string>[] = []
  const used = new Set<number>()
  for (const row of sheet.children ?? []) {
    const cells = new Map<number, string>()
    for (const { type, text = '', metadata } of row.children ?? []) {
      if (type !== 'cell' || !metadata || !('row' in metadata)) continue
      const shown = show({ row: metadata.row, column: metadata.col, text }).trim()
      if (shown)
        cells.set(
          metadata.col,
          shown
            .replaceAll('|', String.raw`\|`)
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
            .join('<br>'),
        )
    }
    for (const column of cells.keys()) used.add(column)
    if (cells.size > 0) rows.push(cells)
  }
  const columns = [...used].toSorted((a, b) => a - b)
  const lines = rows.map((cells) => `| ${columns.map((column) => cells.get(column) ?? '').join(' | ')} |`)
  return lines.length > 0 ? lines.toSpliced(1, 0, `|${' --- |'.repeat(columns.length)}`).join('\n') : ''
}

/** The cause that the library's error names. */
function causeOf(error: unknown): Refused {
  const issue: unknown = error instanceof Error ? Reflect.get(error, 'officeIssue') : undefined
  const code: unknown = typeof issue === 'object' && issue !== null ? Reflect.get(issue, 'code') : undefined
  if (typeof code !== 'string') return { refused: 'damaged' }
  if (code.startsWith('PASSWORD') || code === 'DOCUMENT_DECRYPTION_FAILED') return { refused: 'password' }
  return { refused: /LIMIT|TOO_|EXCEEDED/.test(code) ? 'too_much' : 'damaged' }
}
