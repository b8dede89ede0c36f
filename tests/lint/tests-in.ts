import { parseSync } from 'vite'

export type NamedTest = {
  /** The titles of its groups and its own, as in the source: with placeholders. */
  titles: string[]
  /** Whether `npm test` runs it, or at least one of its cases. */
  isUsual: boolean
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Finds the tests of a file without running it. A test is left out of `npm test` if it or a group around it is tagged `full` or skipped. */
export function testsIn(path: string, source: string): NamedTest[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const found: NamedTest[] = []

  function look(value: unknown, around: NamedTest): void {
    if (Array.isArray(value)) for (const one of value) look(one, around)
    if (!isNode(value)) return
    const kind = value.type === 'CallExpression' && isNode(value.callee) ? kindOf(value.callee) : null
    const [title, ...rest] = value.type === 'CallExpression' && Array.isArray(value.arguments) ? value.arguments.filter(isNode) : []
    if (!kind || !title || !isText(title)) return Object.values(value).forEach((part) => look(part, around))
    const isUsual = around.isUsual && kind.isUsual && !rest.some((part) => part.type === 'ObjectExpression' && isForFullOnly(part))
    const named = { titles: [...around.titles, source.slice(title.start + 1, title.end - 1).replaceAll("\\'", "'")], isUsual }
    if (kind.name === 'test') found.push(named)
    look(rest, named)
  }

  /** The kind of a call: `test(…)`, `test.each(…)(…)`, `test.describe(…)`, `describe.runIf(…)(…)`; null for any other. */
  function kindOf(callee: Node): { name: 'test' | 'describe'; isUsual: boolean } | null {
    const text = source.slice(callee.start, callee.end)
    const [, root = '', group] = /^(test|it|describe)\b(\.describe\b)?/.exec(text) ?? []
    if (!root) return null
    const isUsual = !/\.(?:skip|todo|fixme)\b|\.runIf\(isFull\)|\.skipIf\(!isFull\)/.test(text)
    return { name: group || root === 'describe' ? 'describe' : 'test', isUsual }
  }

  /** Whether the options of a test have the tag `full` in every case: one behind a condition leaves other cases. */
  function isForFullOnly({ properties }: Node): boolean {
    return (Array.isArray(properties) ? properties : []).filter(isNode).some((property) => {
      const isTag = isNode(property.key) && /^tags?$/.test(source.slice(property.key.start, property.key.end))
      return (
        isTag &&
        isNode(property.value) &&
        ['Literal', 'ArrayExpression'].includes(property.value.type) &&
        /['"]@?full['"]/.test(textOf(property.value))
      )
    })
  }

  const textOf = ({ start, end }: Node) => source.slice(start, end)

  look(program, { titles: [], isUsual: true })
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

const isText = ({ type, value }: Node) => type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')
