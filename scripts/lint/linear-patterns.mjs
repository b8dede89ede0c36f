// Regular expressions take time in proportion to their text. A backtracking engine needs more when one stretch of characters can be divided
// in several ways: between two loops (polynomial), inside one loop (exponential), or by starting again at each of its characters.
//
// A pattern becomes an automaton of its characters (Glushkov's construction, with the number of ways from one to the next), in which the two
// signs of such ambiguity are looked for (Weber and Seidl, "On the degree of ambiguity of finite automata"). A lookbehind of one character is
// read exactly: `(?<!\/)\/+$` starts once in a row of slashes. Other lookarounds and word boundaries count as conditions that may fail, and
// numbers of repetitions above three are shortened, so a few patterns are refused that are linear.
import { RegExpParser } from '@eslint-community/regexpp'
import { buildAutomaton, line, none } from './pattern-automaton.mjs'

/** Subsets of states that are visited to find a continuation that fails. */
const mostSubsets = 2_000
/** Steps after which a pattern counts as too long to be judged. */
const mostSteps = 200_000
const undecided = 'This pattern is too long to be judged: divide it.'

/**
 * Returns the reason why a pattern is not linear, or undefined.
 * @param {string} source
 * @param {string} flags
 */
export function findBacktracking(source, flags) {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  const automaton = buildAutomaton(pattern, flags)
  if (automaton.backward) return `The lookbehind ${automaton.backward} reads back without a limit from every character.`
  return findExponential(automaton) ?? findPolynomial(automaton)
}

/** Numbers the states by strongly connected component; a state outside any cycle has none. */
function findCycles(next) {
  const reached = next.map((_, from) => {
    const seen = new Set()
    const pending = [from]
    while (pending.length > 0)
      for (const { to } of next[pending.pop()].flat())
        if (!seen.has(to)) {
          seen.add(to)
          pending.push(to)
        }
    return seen
  })
  const components = next.map((_, state) => {
    if (!reached[state].has(state)) return undefined
    return next.findIndex((_, other) => reached[state].has(other) && reached[other].has(state))
  })
  return { reached, components }
}

/** Finds a loop whose characters it can read in two ways: each further one doubles the attempts. */
function findExponential(automaton) {
  const { next, elements } = automaton
  const { components } = findCycles(next)
  for (const [start, component] of components.entries()) {
    if (component === undefined || elements[start] === undefined || alwaysSucceeds(automaton, start)) continue
    const key = (one, two, differ) => (one * next.length + two) * 2 + (differ ? 1 : 0)
    const seen = new Set([key(start, start, false)])
    const pending = [[start, start, false]]
    while (pending.length > 0) {
      const [one, two, differ] = pending.pop()
      for (const [index, targets] of next[one].entries())
        for (const { to, ways } of targets)
          for (const { to: other } of next[two][index]) {
            if (components[to] !== component || components[other] !== component) continue
            const differs = differ || to !== other || (one === two && ways > 1)
            if (differs && to === start && other === start)
              return `The loop around ${show(elements[start])} reads the same characters in several ways.`
            if (seen.has(key(to, other, differs))) continue
            seen.add(key(to, other, differs))
            pending.push([to, other, differs])
          }
    }
  }
  return undefined
}

/** Finds two loops that can divide the same characters between them, without a match in them. */
function findPolynomial(automaton) {
  const { next, elements } = automaton
  const { reached, components } = findCycles(next)
  let steps = 0
  for (const [later, lastComponent] of components.entries()) {
    if (lastComponent === undefined || elements[later] === undefined || alwaysSucceeds(automaton, later)) continue
    for (const [earlier, firstComponent] of components.entries()) {
      if (earlier === later || firstComponent === undefined || !reached[earlier].has(later)) continue
      const begin = { one: earlier, two: earlier, three: later, states: [later], word: [] }
      const seen = new Set()
      const pending = [begin]
      while (pending.length > 0) {
        const { one, two, three, states, word } = pending.pop()
        for (const index of next[one].keys()) {
          const after = step(automaton, states, index)
          if (!after) continue
          for (const a of targetsIn(next[one][index], (to) => components[to] === firstComponent))
            for (const c of targetsIn(next[three][index], (to) => components[to] === lastComponent))
              for (const b of targetsIn(next[two][index], (to) => to === later || reached[to].has(later))) {
                steps += 1
                if (steps > mostSteps) return undecided
                const key = `${a} ${b} ${c} ${after}`
                if (seen.has(key)) continue
                seen.add(key)
                const longer = [...word, index]
                const returns = a === earlier && b === later && c === later
                if (returns && staysOpen(automaton, later, longer)) return explain(elements[earlier], elements[later])
                pending.push({ one: a, two: b, three: c, states: after, word: longer })
              }
        }
      }
    }
  }
  return undefined
}

const targetsIn = (targets, belongs) => targets.map(({ to }) => to).filter(belongs)

/** The states after one more character, or undefined if one of them ends the match. */
function step({ next, ends }, states, index) {
  const after = new Set()
  for (const state of states)
    for (const { to, certain } of next[state][index])
      if (certain) {
        if (ends.get(to) === none) return undefined
        after.add(to)
      }
  return [...after].sort((a, b) => a - b)
}

/** Whether no repetition of a word ends the match. */
function staysOpen(automaton, state, word) {
  let states = [state]
  for (let time = 0; time < automaton.next.length; time += 1)
    for (const index of word) {
      const after = step(automaton, states, index)
      if (!after) return false
      states = after
    }
  return true
}

const explain = (earlier, later) =>
  earlier
    ? `The loops around ${show(earlier)} and ${show(later)} can divide the same characters.`
    : `The loop around ${show(later)} is tried again from each character that it has read.`

const show = (element) => `“${element.raw}” (character ${element.start + 1})`

/** Whether every continuation from this state matches, so that nothing is ever tried again. */
function alwaysSucceeds(automaton, start) {
  const { next, ends } = automaton
  const seen = new Set([String(start)])
  const pending = [[start]]
  while (pending.length > 0) {
    const states = pending.pop()
    if (!states.some((state) => ends.get(state) >= line)) return false
    for (const index of next[start].keys()) {
      const after = step(automaton, states, index)
      if (!after || seen.has(String(after))) continue
      if (seen.size > mostSubsets) return false
      seen.add(String(after))
      pending.push(after)
    }
  }
  return true
}

/** Whether a file runs on what people, services or operators bring. */
const readsInput = (path) => /(?:^|\/)(?:app|engine)\//.test(path) && !/\.(?:test|spec)\.tsx?$|\.test-process\.ts$/.test(path)

const rule = {
  meta: { type: 'problem' },
  create(context) {
    if (!readsInput(context.filename.replaceAll('\\', '/'))) return {}
    return {
      Literal(node) {
        if (!node.regex) return
        const message = findBacktracking(node.regex.pattern, node.regex.flags)
        if (message) context.report({ node, message })
      },
    }
  },
}

export default { meta: { name: 'patterns' }, rules: { linear: rule } }
