/** A parameter as it is written in the document. */
type Parameter = { name: string; in: string; required: boolean; description: string; schema: object | boolean }
type Reference = { $ref: string }
type Paths<Operation> = Record<string, Record<string, Operation>>
type Open = { parameters: readonly Parameter[] }
type Shared<Operation> = Omit<Operation, 'parameters'> & { parameters: readonly (Parameter | Reference)[] }

/**
 * Finds the parameters that many calls take, such as `cursor`, which become components: of each name the commonest, if it occurs more than
 * once. `share` refers to them.
 */
export function shareParameters(all: readonly Paths<Open>[]) {
  const counts = new Map<string, { parameter: Parameter; count: number }>()
  const written = all.flatMap((paths) => Object.values(paths).flatMap((methods) => Object.values(methods)))
  for (const parameter of written.flatMap(({ parameters }) => parameters)) {
    const text = JSON.stringify(parameter)
    counts.set(text, { parameter, count: (counts.get(text)?.count ?? 0) + 1 })
  }
  const commonest = new Map<string, { text: string; parameter: Parameter; count: number }>()
  for (const [text, { parameter, count }] of counts)
    if (count > Math.max(1, commonest.get(parameter.name)?.count ?? 0)) commonest.set(parameter.name, { text, parameter, count })
  const names = new Map([...commonest].map(([name, { text }]) => [text, name]))

  function refer(parameter: Parameter): Parameter | Reference {
    const name = names.get(JSON.stringify(parameter))
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
  }
  const withRefs = <Operation extends Open>(operation: Operation): Shared<Operation> => ({
    ...operation,
    parameters: operation.parameters.map(refer),
  })
  const mapValues = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
  return {
    parameters: Object.fromEntries([...commonest].map(([name, { parameter }]) => [name, parameter])),
    share: <Operation extends Open>(paths: Paths<Operation>): Paths<Shared<Operation>> =>
      mapValues(paths, (methods) => mapValues(methods, withRefs)),
  }
}
