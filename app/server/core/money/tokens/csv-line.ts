/** A line of CSV (RFC 4180). */
export const csvLine = (cells: readonly (string | number)[]) => `${cells.map(cellOf).join(',')}\r\n`

/** Texts that look like formulas are prefixed with an apostrophe, so that spreadsheets do not run them. */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
