// The automaton of a regular expression's characters (Glushkov's construction), with the number of ways from one to the next.
import { CharBase, CharSet } from 'refa'
import { toCache, toCharSet } from 'regexp-ast-analysis'

/** Repetitions that are written out. */
const mostCopies = 3

/** Conditions of a transition: none, a lookaround or word boundary, the start or end of a line, the start or end of the text. */
export const none = 0
const unknown = 1
export const line = 2
const text = 3

/** The state before the first character. */
const initial = 0

// oxlint-disable-next-line max-lines-per-function -- Its functions build one automaton.
export function buildAutomaton(pattern, flags) {
  const parsedFlags = {
    dotAll: flags.includes('s'),
    global: flags.includes('g'),
    hasIndices: flags.includes('d'),
    ignoreCase: flags.includes('i'),
    multiline: flags.includes('m'),
    sticky: flags.includes('y'),
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  }
  const cache = toCache(parsedFlags)
  const highest = parsedFlags.unicode || parsedFlags.unicodeSets ? 0x10ffff : 0xffff
  /** Elements of the pattern by state; states without one wait for a match to start. */
  const elements = [undefined]
  const sets = [undefined]
  const edges = [new Map()]
  /** States that end a match, and under which condition. */
  const ends = new Map()
  /** States that end the body of a lookahead, which is never tried again. */
  const bodyEnds = new Set()
  const open = new Set()
  let backward

  const connect = (from, to, ways, { onlyNewline = false, certain = true } = {}) => {
    const known = edges[from].get(to)
    edges[from].set(to, {
      ways: Math.min(2, ways + (known?.ways ?? 0)),
      onlyNewline: onlyNewline && (known?.onlyNewline ?? true),
      certain: certain || (known?.certain ?? false),
    })
  }

  const reading = (given) => ({ empty: [{ start: none, end: none, after: [], ways: 1, ...given }], first: [], last: [] })
  const empty = reading({})
  const condition = reading({ start: unknown, end: unknown })
  const both = (a, b) => ({
    start: Math.max(a.start ?? none, b.start ?? none),
    end: Math.max(a.end ?? none, b.end ?? none),
    after: [...new Set([...(a.after ?? []), ...(b.after ?? [])])],
    ways: Math.min(2, a.ways * b.ways),
  })

  function join(one, two) {
    for (const { state: from, end, ways } of one.last) {
      for (const { state: to, start, after, ways: more } of two.first) {
        if (end === text || start === text) continue
        if (after.some(({ set, negate }) => (negate ? sets[from].isSubsetOf(set) : sets[from].isDisjointWith(set)))) continue
        if (start === line && !sets[from].has(0x0a)) continue
        if (end === line && !sets[to].has(0x0a)) continue
        connect(from, to, ways * more, { onlyNewline: end === line, certain: end === none && start === none && after.length === 0 })
      }
    }
    return {
      empty: merge(one.empty.flatMap((a) => two.empty.map((b) => both(a, b)))),
      first: [
        ...one.first,
        ...one.empty.filter(({ end }) => end !== text).flatMap((a) => two.first.map((b) => ({ ...both(a, b), state: b.state }))),
      ],
      last: [
        ...two.last,
        ...two.empty
          .filter(({ start }) => start !== text)
          .map((b) => (b.after.length > 0 ? { ...b, end: Math.max(b.end, unknown) } : b))
          .flatMap((b) => one.last.map((a) => ({ ...both(a, b), state: a.state }))),
      ],
    }
  }

  function repeat(element, { min, max }) {
    let whole = empty
    for (let copy = 0; copy < Math.min(min, mostCopies); copy += 1) whole = join(whole, build(element))
    if (max === Infinity) {
      const body = build(element)
      join(body, { ...body, empty: [] })
      return join(whole, { ...body, empty: empty.empty })
    }
    let rest = empty
    for (let copy = 0; copy < Math.min(max - min, mostCopies); copy += 1) rest = either([join(build(element), rest), empty])
    return join(whole, rest)
  }

  const either = (parts) => ({
    empty: merge(parts.flatMap((part) => part.empty)),
    first: parts.flatMap((part) => part.first),
    last: parts.flatMap((part) => part.last),
  })

  const choose = (alternatives) => either(alternatives.map(({ elements: parts }) => parts.map(build).reduce(join, empty)))

  function character(element) {
    const state = elements.length
    elements.push(element)
    sets.push(toCharSet(element, cache))
    edges.push(new Map())
    return { empty: [], first: [{ state, start: none, after: [], ways: 1 }], last: [{ state, end: none, ways: 1 }] }
  }

  function assertion(element) {
    const edge = parsedFlags.multiline ? line : text
    if (element.kind === 'start') return reading({ start: edge })
    if (element.kind === 'end') return reading({ end: edge })
    if (element.kind === 'word') return condition
    if (element.kind === 'lookbehind') {
      if (hasLoop(element)) backward ??= element.raw
      const before = onlyCharacter(element)
      return before ? reading({ after: [{ set: toCharSet(before, cache), negate: element.negate }] }) : condition
    }
    const body = choose(element.alternatives)
    for (const { state, end } of body.last) if (end === none) bodyEnds.add(state)
    return { ...condition, first: body.first }
  }

  function build(element) {
    switch (element.type) {
      case 'Quantifier':
        return repeat(element.element, element)
      case 'Group':
      case 'CapturingGroup':
        return choose(element.alternatives)
      case 'Assertion':
        return assertion(element)
      case 'Backreference': {
        const groups = [element.resolved].flat()
        if (groups.some((group) => open.has(group))) return empty
        for (const group of groups) open.add(group)
        const again = either(groups.map((group) => choose(group.alternatives)))
        for (const group of groups) open.delete(group)
        return again
      }
      default:
        return character(element)
    }
  }

  const whole = choose(pattern.alternatives)
  for (const { state, end } of whole.last) ends.set(state, Math.min(end, ends.get(state) ?? text))
  const newlineSet = CharSet.fromCharacter(highest, 0x0a)
  const conditions = [...new Set(whole.first.flatMap(({ after }) => after))]
  const base = new CharBase([
    CharSet.all(highest),
    newlineSet,
    ...conditions.map(({ set }) => set).filter((set) => !set.isEmpty),
    ...sets.filter((set) => set && !set.isEmpty),
  ])
  const newline = classesOf(base, newlineSet)
  const everything = base.sets.map((_, index) => index)

  // One state for all characters before a match that allow the same starts.
  const waiting = new Map()
  const holds = ({ set, negate }, index) => base.sets[index].isSubsetOf(set) !== negate
  const waitingAfter = everything.map((index) => {
    const signature = [newline.has(index), ...conditions.map((one) => holds(one, index))].join(' ')
    const known = waiting.get(signature)
    if (known !== undefined) return known
    const state = elements.length
    waiting.set(signature, state)
    elements.push(undefined)
    sets.push(undefined)
    edges.push(new Map())
    for (const { state: to, start, after, ways } of whole.first)
      if (start < line || (start === line && newline.has(index)))
        if (after.every((one) => holds(one, index))) connect(state, to, ways, { certain: start !== unknown })
    return state
  })
  for (const { state, start, after, ways } of whole.first)
    if (after.every(({ negate }) => negate)) connect(initial, state, ways, { certain: start !== unknown })

  const accepts = sets.map((set) => (set ? classesOf(base, set) : new Set()))
  const next = edges.map((targets) =>
    everything.map((index) =>
      [...targets]
        .filter(([to, { onlyNewline }]) => accepts[to].has(index) && (!onlyNewline || newline.has(index)))
        .map(([to, { ways, certain }]) => ({ to, ways, certain })),
    ),
  )
  // A match that has succeeded tries nothing else.
  for (const state of next.keys()) if (ends.get(state) === none || bodyEnds.has(state)) next[state] = everything.map(() => [])
  // The search continues at the next character, unless the flag ties it to one place.
  if (!parsedFlags.sticky)
    for (const from of [initial, ...waiting.values()])
      for (const index of everything) next[from][index].push({ to: waitingAfter[index], ways: 1, certain: true })
  return { next, ends, elements, backward }
}

/** The element of a lookaround that consists of one character. */
function onlyCharacter({ alternatives }) {
  const [only, ...others] = alternatives.flatMap(({ elements }) => elements)
  const isCharacter =
    alternatives.length === 1 && others.length === 0 && ['Character', 'CharacterSet', 'CharacterClass'].includes(only?.type)
  return isCharacter ? only : undefined
}

/** Whether an element repeats something without a limit. */
function hasLoop(element) {
  if (element.type === 'Quantifier') return element.max === Infinity || hasLoop(element.element)
  return (element.alternatives ?? []).some(({ elements }) => elements.some(hasLoop))
}

/** Joins entries with the same conditions. */
function merge(entries) {
  const merged = []
  for (const entry of entries) {
    const at = merged.findIndex(
      ({ start, end, after }) =>
        start === entry.start &&
        end === entry.end &&
        after.length === entry.after.length &&
        after.every((one) => entry.after.includes(one)),
    )
    if (at < 0) merged.push(entry)
    else merged[at] = { ...entry, ways: Math.min(2, merged[at].ways + entry.ways) }
  }
  return merged
}

const classesOf = (base, set) => new Set(base.split(set))
