import { unzipSync } from 'fflate'

export type Cell = { row: number; column: number; text: string }

/** Excel's own formats of dates and times. */
const ownFormats = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
const day = 86_400_000
/** Largest number of a day, the end of the year 9999. */
const lastDay = 2_958_466

/**
 * Reads which cells of a workbook are dates, which Excel stores as numbers with a format and officeparser returns as numbers. The result
 * writes the number of such a cell as a date; undefined for other cells.
 */
export function dateCells(bytes: Uint8Array): (sheet: string, cell: Cell) => string | undefined {
  const parts = unzipSync(bytes, {
    filter: ({ name }) => /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml|worksheets\/[^/]+\.xml)$/.test(name),
  })
  const read = (name: string) => new TextDecoder().decode(parts[name])
  const workbook = read('xl/workbook.xml')
  const styles = dateStyles(read('xl/styles.xml'))
  const targets = new Map(
    tags(read('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')]),
  )
  const dates = new Map<string, Set<string>>()
  for (const sheet of styles.size > 0 ? tags(workbook, 'sheet') : []) {
    const target = targets.get(attribute(sheet, 'r:id'))?.replace(/^\/?(?:xl\/)?/, 'xl/') ?? ''
    const cells = tags(read(target), 'c').filter((tag) => styles.has(attribute(tag, 's')))
    dates.set(unescaped(attribute(sheet, 'name')), new Set(cells.map((tag) => attribute(tag, 'r'))))
  }
  const isFrom1904 = /^(?:1|true)$/.test(attribute(tags(workbook, 'workbookPr')[0] ?? '', 'date1904'))
  return (sheet, { row, column, text }) =>
    dates.get(sheet)?.has(`${letters(column)}${row + 1}`) ? written(Number(text), isFrom1904) : undefined
}

/** The numbers of the cell styles that show a date or a time. */
function dateStyles(styles: string): Set<string> {
  const codes = new Map(tags(styles, 'numFmt').map((tag) => [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')]))
  const list = styles.slice(styles.indexOf('<cellXfs'), styles.indexOf('</cellXfs>'))
  const found = tags(list, 'xf').flatMap((tag, index) => {
    const id = attribute(tag, 'numFmtId')
    const code = codes.get(id)
    const isDate = code === undefined ? ownFormats.some(([from, to]) => Number(id) >= from && Number(id) <= to) : showsDate(unescaped(code))
    return isDate ? [String(index)] : []
  })
  return new Set(found)
}

/** Whether a format has letters of a date outside of quoted text, escaped signs and colors. */
const showsDate = (code: string) => /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|[\\_*].|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, ''))

function written(serial: number, isFrom1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= lastDay) return undefined
  // Excel counts a 29 February 1900, so its days before March are off by one.
  const start = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const [date = '', time = ''] = new Date(start + Math.round((serial * day) / 1_000) * 1_000).toISOString().slice(0, 19).split('T')
  const clock = time.replace(/:00$/, '')
  if (serial < 1) return clock
  return time === '00:00:00' ? date : `${date} ${clock}`
}

/** Returns the opening tags of elements with this name. */
function tags(xml: string, name: string): string[] {
  const found: string[] = []
  const begin = `<${name} `
  for (let at = xml.indexOf(begin); at >= 0;) {
    const end = xml.indexOf('>', at)
    if (end < 0) break
    found.push(xml.slice(at, end))
    at = xml.indexOf(begin, end)
  }
  return found
}

function attribute(tag: string, name: string): string {
  const [, value = ''] = tag.split(` ${name}="`)
  return value.slice(0, Math.max(0, value.indexOf('"')))
}

const entities: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => entities[name] ?? all)

/** The letters of a column: A to Z, AA and so on. */
function letters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
