/** Matches the beginning of code, which is not changed: fenced blocks and inline code. */
const codeOpening = /^ {0,3}(`{3,}|~{3,})|`+/gm
const fenceClosing = /^ {0,3}([`~]{3,})[ \t]*$/gm
const displayOpening = /^([ \t]*)(?:\\\[|\$\$([^\n]+?)\$\$[ \t]*$)/gm
const displayClosing = /\\\][ \t]*$/gm
/** A backslash before the opening sign escapes it; within the formula backslashes belong to the character after them. */
const bracketed = /(?<!\\)\\\(((?:[^\n\\]|\\[^\n()]|\\?\n(?!\n))+?)\\\)/g
/**
 * Matches a formula between single dollar signs. Two prices in one sentence are no formula: the opening sign must not precede a space, and
 * the closing one must not follow a space or precede a digit.
 */
const single = /(?<![\\$])\$(?![\s$])((?:[^$\\\n]|\\.)+?)(?<!\s)\$(?![\d$])/g

/** A cheap check before the renderer is loaded. */
export const mayHaveMath = (text: string): boolean => /\$\$|\\\(|\\\[|(?<!\\)\$[^\s$]/.test(text)

/** Converts the notations that models use for formulas into `$$…$$`, on separate lines for display formulas. */
export function normalizeMath(text: string): string {
  let result = ''
  let at = 0
  for (const { start, end } of findCode(text)) {
    result += inText(text.slice(at, start)) + text.slice(start, end)
    at = end
  }
  return result + inText(text.slice(at))
}

type Span = { start: number; end: number }

/** Finds the fenced blocks and the inline code of a text. */
function findCode(text: string): Span[] {
  const spans: Span[] = []
  const nextRun = openRuns(text)
  codeOpening.lastIndex = 0
  for (let found = codeOpening.exec(text); found; found = codeOpening.exec(text)) {
    const [all, fence] = found
    const end = codeOpening.lastIndex
    const body = fence === undefined ? -1 : text.indexOf('\n', end)
    if (fence !== undefined && body >= 0) spans.push({ start: found.index, end: endOfFence(text, fence, body + 1) })
    else if (!all.endsWith('~')) {
      // Inline code starts with as many backticks as it ends with; more of them before it are text.
      for (let length = (fence ?? all).length; length > 0; length -= 1) {
        const close = nextRun(length, end)
        if (close === undefined) continue
        spans.push({ start: end - length, end: close + length })
        break
      }
    }
    codeOpening.lastIndex = Math.max(end, spans.at(-1)?.end ?? 0)
  }
  return spans
}

/** The end of the line that closes a fenced block, or of the text. */
function endOfFence(text: string, fence: string, from: number): number {
  fenceClosing.lastIndex = from
  for (let found = fenceClosing.exec(text); found; found = fenceClosing.exec(text)) {
    if (found[1]?.startsWith(fence)) return fenceClosing.lastIndex
  }
  return text.length
}

/** Returns the places of runs of exactly so many backticks, for places that only grow. */
function openRuns(text: string) {
  const runs = new Map<number, { places: number[]; next: number }>()
  for (const {
    0: { length },
    index,
  } of text.matchAll(/`+/g)) {
    const known = runs.get(length)
    if (known) known.places.push(index)
    else runs.set(length, { places: [index], next: 0 })
  }
  return (length: number, from: number): number | undefined => {
    const run = runs.get(length)
    if (!run) return undefined
    while ((run.places[run.next] ?? Infinity) < from) run.next += 1
    return run.places[run.next]
  }
}

const inText = (text: string): string =>
  withDisplays(text)
    .replace(bracketed, (_all, formula: string) => `$$${formula.trim()}$$`)
    .replace(single, (_all, formula: string) => `$$${formula}$$`)

/** Writes display formulas on lines of their own. */
function withDisplays(text: string): string {
  let result = ''
  let at = 0
  let isOpen = false
  displayOpening.lastIndex = 0
  for (let found = displayOpening.exec(text); found; found = displayOpening.exec(text)) {
    const [, indent = '', dollars] = found
    let formula = dollars
    let end = displayOpening.lastIndex
    if (formula === undefined) {
      // Without an end of this bracket, later ones have none either.
      if (isOpen) continue
      displayClosing.lastIndex = end + 1
      const closing = displayClosing.exec(text)
      isOpen = !closing
      if (!closing) continue
      formula = text.slice(end, closing.index)
      end = displayClosing.lastIndex
    }
    result += text.slice(at, found.index) + [`${indent}$$`, `${indent}${formula.trim()}`, `${indent}$$`].join('\n')
    at = end
    displayOpening.lastIndex = end
  }
  return result + text.slice(at)
}
