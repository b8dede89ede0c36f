import * as v from 'valibot'

type Key = string | number
/** `owner`: the object that stands for the value, an extra or the item of a list. */
type Place = { keys: readonly Key[]; owner: { keys: readonly Key[]; change: Change } | undefined; isKey: boolean }
type Change = 'null' | 'drop'

export type ReadAnswer<T> =
  | { success: true; output: T; unknown: readonly string[] }
  | { success: false; places: readonly (string | null)[] }

/** Objects whose absence changes nothing that a person can do: the API decides again at the next call. */
const extras: readonly Key[] = ['advice', 'note', 'over_limit', 'chord']

/** One list may hide unknown values behind another, for example in a variant; more rounds mean that the answer is another one. */
const mostRounds = 4

/**
 * Validates an answer of an API, or one made of rows of a database, that may be one release newer and know more values of an enum. An
 * unknown value becomes null where null is allowed. Otherwise its item leaves the list, so that nothing is shown in a state that this
 * release cannot handle. Without a list the field is absent where it may be, or the answer is refused. So is one that differs in any other way.
 */
export function readAnswer<S extends v.GenericSchema>(schema: S, body: unknown): ReadAnswer<v.InferOutput<S>> {
  const unknown = new Set<string>()
  let rest = body
  for (let round = 0; ; round += 1) {
    const parsed = v.safeParse(schema, rest)
    if (parsed.success) return { success: true, output: parsed.output, unknown: [...unknown] }
    const places = parsed.issues.map((issue) => (isUnknownValue(issue) ? placeOf(issue) : undefined))
    const known = places.filter((place) => place !== undefined)
    if (known.length < places.length || round === mostRounds)
      return { success: false, places: parsed.issues.map((issue) => v.getDotPath(issue)) }
    for (const place of known) unknown.add(nameOf(place))
    rest = withoutUnknown(schema, rest, known)
  }
}

/** Whether a word differs from all that this release knows. A union fails with the issues of its alternatives. */
function isUnknownValue(issue: v.BaseIssue<unknown>): boolean {
  if (issue.type === 'union' || issue.type === 'variant') {
    const inner = issue.issues ?? []
    return inner.length > 0 ? inner.some(isUnknownValue) : typeof issue.input === 'string'
  }
  return (issue.type === 'picklist' || issue.type === 'literal') && typeof issue.input === 'string'
}

function placeOf({ path }: v.BaseIssue<unknown>): Place | undefined {
  if (!path) return undefined
  const keys = path.map(({ key }) => key).filter((key) => typeof key === 'string' || typeof key === 'number')
  if (keys.length === 0 || keys.length < path.length) return undefined
  const at = path.findLastIndex(
    ({ type, key }, index) => type === 'array' || (index < path.length - 1 && extras.some((extra) => extra === key)),
  )
  const owner =
    at < 0 ? undefined : { keys: keys.slice(0, at + 1), change: path[at]?.type === 'array' ? ('drop' as const) : ('null' as const) }
  return { keys, owner, isKey: path.at(-1)?.origin === 'key' }
}

const textOf = (keys: readonly Key[]) => JSON.stringify(keys)
const nameOf = ({ keys }: Place) => keys.map((key) => (typeof key === 'number' ? '*' : key)).join('.')

function withoutUnknown(schema: v.GenericSchema, body: unknown, places: readonly Place[]): unknown {
  const nulled = v.safeParse(schema, changed(body, new Map(places.filter(({ isKey }) => !isKey).map(({ keys }) => [textOf(keys), 'null']))))
  const refused = new Set((nulled.issues ?? []).flatMap((issue) => placeOf(issue) ?? []).map(({ keys }) => textOf(keys)))
  return changed(
    body,
    new Map(
      places.map(({ keys, owner, isKey }): [string, Change] => {
        if (isKey) return [textOf(keys), 'drop']
        if (!refused.has(textOf(keys))) return [textOf(keys), 'null']
        return owner ? [textOf(owner.keys), owner.change] : [textOf(keys), 'drop']
      }),
    ),
  )
}

/** Copies a JSON value with changes at some places. */
function changed(value: unknown, changes: ReadonlyMap<string, Change>, keys: readonly Key[] = []): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      const at = [...keys, index]
      const change = changes.get(textOf(at))
      return change === 'drop' ? [] : [change === 'null' ? null : changed(item, changes, at)]
    })
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      const at = [...keys, key]
      const change = changes.get(textOf(at))
      return change === 'drop' ? [] : [[key, change === 'null' ? null : changed(item, changes, at)]]
    }),
  )
}
