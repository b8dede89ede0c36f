/** Most statements that are named; further ones are parsed and planned each time. */
const most = 300
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= most) return known
  const name = `frequent_${names.size}`
  names.set(text, name)
  return name
}

const textOf = (query: unknown): string | undefined =>
  typeof query === 'object' && query !== null && 'sql' in query && typeof query.sql === 'string' ? query.sql : undefined

/**
 * Names the statements of a transaction by their texts, so that a connection parses and plans each of them once. With the embedded database
 * that is more than half of the time of a statement.
 */
export function nameStatements<Session extends { prepareQuery: (...given: never[]) => unknown }>(session: Session): void {
  session.prepareQuery = new Proxy(session.prepareQuery, {
    apply(target, self, [query, fields, name, ...rest]: unknown[]) {
      const text = textOf(query)
      return Reflect.apply(target, self, [query, fields, name ?? (text === undefined ? undefined : nameOf(text)), ...rest])
    },
  })
}
