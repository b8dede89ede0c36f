import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.nonEmpty())
const figureSchema = v.strictObject({
  /** The anchor of its row. */
  id: v.pipe(v.string(), v.regex(/^[a-z\d-]+$/)),
  figure: text,
  value: text,
  /** The command that prints it, or how it follows from others. */
  command: text,
  date: v.pipe(v.string(), v.isoDate()),
  machine: v.string(),
})
const figuresSchema = v.strictObject({
  machines: v.record(v.string(), text),
  groups: v.array(v.strictObject({ name: text, figures: v.array(figureSchema) })),
})

const introduction = `# Figures

What was measured, in one table: \`npm run snapshots\` makes it from [\`figures.json\`](figures.json). Other documents quote a value as a link to its row, and \`tests/lint/figures.test.ts\` fails if
a quote and its row differ. To measure again, run the command, change the value, the date and the machine in \`figures.json\`, and follow the failing test. [\`benchmarks.md\`](benchmarks.md) has the whole tables.
`

const readFigures = () => v.parse(figuresSchema, JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/figures.json'), 'utf8')))

/** The value of each figure by its id. */
export const figureValues = (): Map<string, string> =>
  new Map(readFigures().groups.flatMap(({ figures }) => figures.map(({ id, value }): [string, string] => [id, value])))

export function describeFigures(): string {
  const { machines, groups } = readFigures()
  const known = Object.entries(machines).map(([name, described]) => `- **${name}**: ${described}`)
  return [introduction, '## Machines', '', ...known, '', ...groups.flatMap((group) => [...tableOf(group.name, group.figures), ''])].join(
    '\n',
  )
}

function tableOf(name: string, figures: readonly v.InferOutput<typeof figureSchema>[]): string[] {
  const rows = figures.map(({ id, figure, value, command, date, machine }) => [
    `<a id="${id}"></a>${figure}`,
    value,
    command,
    date,
    machine,
  ])
  const table = [['Figure', 'Value', 'Command', 'Date', 'Machine'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(3, ...table.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = table
  return [`## ${name}`, '', lineOf(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(lineOf)]
}
