import type { Statistics } from '#app/contract/library/statistics.ts'
import { saveText } from '#app/ui/page/save-file.ts'

const columns = [
  'date',
  'type',
  'generations',
  'succeeded',
  'failed',
  'canceled',
  'tokens',
  'wait_p50_ms',
  'wait_p95_ms',
] as const satisfies (keyof Statistics['days'][number])[]

/** Converts to CSV: a line per kind and per day, week or month; columns have the API's names. */
export function toCsv({ days }: Pick<Statistics, 'days'>): string {
  const lines = [columns.join(','), ...days.map((row) => columns.map((column) => row[column] ?? '').join(','))]
  return `${lines.join('\r\n')}\r\n`
}

/** Saves the page's data as a file. */
export function saveStatistics(statistics: Statistics, as: 'csv' | 'json'): void {
  const content = as === 'csv' ? toCsv(statistics) : `${JSON.stringify(statistics, null, 2)}\n`
  const type = as === 'csv' ? 'text/csv' : 'application/json'
  saveText(content, { name: `quartet-statistics-${statistics.from}-${statistics.to}.${as}`, type })
}
