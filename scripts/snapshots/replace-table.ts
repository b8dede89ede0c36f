/** `source`: the folder of the tests whose result the table is. The first row of cells is its head. */
type Table = { name: string; source: string; cells: readonly (readonly string[])[] }

/** Replaces the table between its two comments in a document. */
export function replaceTable(present: string, { name, source, cells }: Table): string {
  const start = `<!-- ${name}: generated from ${source} -->\n`
  const from = present.indexOf(start)
  const to = present.indexOf(`\n<!-- /${name} -->`)
  if (from === -1 || to === -1) throw new Error(`the document has no markers for the table of ${name}`)
  const [header = [], ...others] = cells
  const widths = header.map((_name, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[], fill = ' ') =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width, fill)).join(' | ')} |`
  const table = [line(header), line([], '-'), ...others.map((row) => line(row))].join('\n')
  return `${present.slice(0, from + start.length)}\n${table}\n${present.slice(to)}`
}
