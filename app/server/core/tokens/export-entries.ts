import type { LedgerFilter } from '#app/contract/tokens.ts'
import type { Database } from '../../db/database.ts'
import { requireStaying } from '../accounts/is-staying.ts'
import { readEntries } from './list-entries.ts'

const batch = 500

export type ExportEntriesOptions = { userId: string; filter: LedgerFilter }
type Row = Awaited<ReturnType<typeof readEntries>>[number]

/** In the order of the file; the names are the API's own. The sum of `change` is what a person has, spendable and set aside together. */
const columns: Record<string, (row: Row) => string | number> = {
  created_at: ({ createdAt }) => createdAt.toISOString(),
  kind: ({ kind }) => kind,
  amount: ({ amount }) => amount,
  change: ({ kind, amount }) => (kind === 'grant' ? amount : ['settle', 'expire', 'refund', 'repay'].includes(kind) ? -amount : 0),
  source: ({ source }) => source ?? '',
  type: ({ generation }) => generation?.type ?? '',
  model: ({ generation }) => generation?.model ?? '',
  title: ({ generation }) => generation?.title ?? '',
  prompt: ({ generation }) => generation?.prompt ?? '',
  reason: ({ reason }) => reason ?? '',
  generation_id: ({ generationId }) => generationId ?? '',
  id: ({ id }) => id,
}

/** The ledger as CSV (RFC 4180), newest first, read from the database as fast as it is taken. */
export async function exportEntries(db: Database, options: ExportEntriesOptions): Promise<ReadableStream<Uint8Array>> {
  await requireStaying(db, options)
  const lines = linesOf(db, options)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return()
    },
  })
}

async function* linesOf(db: Database, { userId, filter }: ExportEntriesOptions): AsyncGenerator<string, void> {
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  yield `\uFEFF${lineOf(Object.keys(columns))}`
  let before: string | undefined
  for (;;) {
    const rows = await readEntries(db, { userId, filter, before, limit: batch })
    if (rows.length > 0) yield rows.map((row) => lineOf(Object.values(columns).map((read) => read(row)))).join('')
    if (rows.length < batch) return
    before = rows.at(-1)?.id
  }
}

const lineOf = (cells: readonly (string | number)[]) => `${cells.map(cellOf).join(',')}\r\n`

/** A text that a spreadsheet would take for a formula begins with an apostrophe: it may say anything, and nothing of it is run. */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
