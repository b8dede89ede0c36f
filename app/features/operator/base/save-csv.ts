import { saveText } from '#app/ui/page/save-file.ts'

export type Cell = string | number | boolean | null

/** Rows of one file; more would make the browser slow. */
const maxCsvRows = 10_000

/** Writes a cell. Text that a spreadsheet would read as a formula is marked as text. */
export function toCell(value: Cell): string {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Saves rows as a CSV file. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  saveText(`${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`, { name, type: 'text/csv' })
}

export type CsvPage<Item> = { items: Item[]; next_cursor: string | null }

/** Reads the pages of a list, up to the most rows of a file. */
export async function readAllPages<Item>(read: (cursor: string) => Promise<CsvPage<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let cursor = ''
  do {
    const page = await read(cursor)
    items.push(...page.items)
    cursor = page.next_cursor ?? ''
  } while (cursor !== '' && items.length < maxCsvRows)
  return items
}
