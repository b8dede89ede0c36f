import type { LedgerFilter } from '#app/contract/money/tokens.ts'
import type { Database } from '#app/server/db/database.ts'
import { requireActive } from '../../active-account.ts'
import { csvLine } from './csv-line.ts'
import { readEntries } from './list-entries.ts'

const batch = 500

export type ExportEntriesOptions = { userId: string; filter: LedgerFilter }
type Row = Awaited<ReturnType<typeof readEntries>>[number]

/** Columns in order, with the API's names. The changes add up to all tokens, available and held. */
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
  milli: ({ milli }) => milli,
}

/** Streams the ledger as CSV (RFC 4180), newest first, as fast as the client reads. */
export async function exportEntries(db: Database, options: ExportEntriesOptions): Promise<ReadableStream<Uint8Array>> {
  await requireActive(db, options)
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
  // The byte order mark lets spreadsheets recognize UTF-8.
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  let before: string | undefined
  for (;;) {
    const rows = await readEntries(db, { userId, filter, before, limit: batch })
    if (rows.length > 0) yield rows.map((row) => csvLine(Object.values(columns).map((read) => read(row)))).join('')
    if (rows.length < batch) return
    before = rows.at(-1)?.id
  }
}
