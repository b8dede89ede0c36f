/** Why files of a format are not taken. */
export type FormatCause = 'archive' | 'program' | 'format'

/** A format that no model accepts, by its name, and what to save the file as. */
export type KnownFormat = { cause: FormatCause; name: string; saveAs: string[] }

type Signature = { at?: number; bytes: string; name: string; isText?: boolean }

const archives: readonly Signature[] = [
  { bytes: 'Rar!\x1a\x07', name: 'RAR' },
  { bytes: '7z\xbc\xaf\x27\x1c', name: '7z' },
  { bytes: '\x1f\x8b', name: 'GZ' },
  { bytes: 'BZh', name: 'BZ2' },
  { bytes: '\xfd7zXZ\0', name: 'XZ' },
  { bytes: '\x28\xb5\x2f\xfd', name: 'ZST' },
  { bytes: 'MSCF\0\0\0\0', name: 'CAB' },
  { at: 257, bytes: 'ustar', name: 'TAR' },
]
const programs: readonly Signature[] = [
  { bytes: 'MZ', name: 'EXE' },
  { bytes: '\x7fELF', name: 'ELF' },
  { bytes: '\xcf\xfa\xed\xfe', name: 'Mach-O' },
  { bytes: '\xce\xfa\xed\xfe', name: 'Mach-O' },
  { bytes: '\xca\xfe\xba\xbe', name: 'CLASS' },
  { bytes: 'dex\n03', name: 'DEX' },
  { bytes: '\0asm', name: 'WASM' },
]
const others: readonly (Signature & Pick<KnownFormat, 'saveAs'>)[] = [
  { bytes: '8BPS', name: 'PSD', saveAs: ['PNG', 'JPEG'] },
  { bytes: 'gimp xcf', name: 'XCF', saveAs: ['PNG', 'JPEG'] },
  { bytes: '\xc5\xd0\xd3\xc6', name: 'EPS', saveAs: ['PDF', 'PNG'] },
  { bytes: '%!PS', name: 'PostScript', isText: true, saveAs: ['PDF', 'PNG'] },
  { bytes: 'AC10', name: 'DWG', saveAs: ['PDF', 'PNG'] },
  { bytes: 'AT&TFORM', name: 'DjVu', saveAs: ['PDF'] },
  { at: 60, bytes: 'BOOKMOBI', name: 'MOBI', saveAs: ['EPUB', 'PDF'] },
  { bytes: 'ITSF', name: 'CHM', saveAs: ['PDF', 'TXT'] },
  { bytes: 'bplist00', name: 'PLIST', saveAs: ['XML', 'TXT'] },
  { bytes: 'SQLite format 3\0', name: 'SQLite', saveAs: ['CSV'] },
  { at: 4, bytes: 'Standard Jet DB', name: 'MDB', saveAs: ['CSV'] },
  { at: 4, bytes: 'Standard ACE DB', name: 'ACCDB', saveAs: ['CSV'] },
  { bytes: 'PAR1', name: 'Parquet', saveAs: ['CSV'] },
  { bytes: '\0\x01\0\0\0', name: 'TTF', saveAs: [] },
  { bytes: 'OTTO', name: 'OTF', saveAs: [] },
  { bytes: 'wOFF', name: 'WOFF', saveAs: [] },
  { bytes: 'wOF2', name: 'WOFF2', saveAs: [] },
]

const signatures: readonly (Signature & KnownFormat)[] = [
  ...archives.map((one): Signature & KnownFormat => ({ ...one, cause: 'archive', saveAs: [] })),
  ...programs.map((one): Signature & KnownFormat => ({ ...one, cause: 'program', saveAs: [] })),
  ...others.map((one): Signature & KnownFormat => ({ ...one, cause: 'format' })),
]

/** Finds the format of a file by its first bytes, which are given as Latin-1. `isText`: whether such files are texts. */
export const knownFormat = (head: string): (KnownFormat & { isText?: boolean }) | undefined =>
  signatures.find(({ at = 0, bytes }) => head.startsWith(bytes, at))

export const drawing: KnownFormat = { cause: 'format', name: 'SVG', saveAs: ['PNG'] }

/** Formats of office programs that are recognized by a part, which is an entry of a ZIP or a stream of a compound file. */
export const officeFormats = {
  pages: { cause: 'format', name: 'Pages', saveAs: ['DOCX', 'PDF'] },
  numbers: { cause: 'format', name: 'Numbers', saveAs: ['XLSX', 'CSV'] },
  keynote: { cause: 'format', name: 'Keynote', saveAs: ['PPTX', 'PDF'] },
  iwork: { cause: 'format', name: 'iWork', saveAs: ['DOCX', 'PDF'] },
  xlsb: { cause: 'format', name: 'XLSB', saveAs: ['XLSX', 'CSV'] },
  doc: { cause: 'format', name: 'DOC', saveAs: ['DOCX', 'PDF'] },
  xls: { cause: 'format', name: 'XLS', saveAs: ['XLSX', 'CSV'] },
  ppt: { cause: 'format', name: 'PPT', saveAs: ['PPTX', 'PDF'] },
  msg: { cause: 'format', name: 'MSG', saveAs: ['TXT', 'PDF'] },
  vsd: { cause: 'format', name: 'VSD', saveAs: ['PDF', 'PNG'] },
  msi: { cause: 'program', name: 'MSI', saveAs: [] },
  jar: { cause: 'program', name: 'JAR', saveAs: [] },
  apk: { cause: 'program', name: 'APK', saveAs: [] },
  zip: { cause: 'archive', name: 'ZIP', saveAs: [] },
} satisfies Record<string, KnownFormat>
