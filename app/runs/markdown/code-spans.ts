/** Matches the beginning of code: fenced blocks and inline code. */
const codeOpening = /^ {0,3}(`{3,}|~{3,})|`+/gm
const fenceClosing = /^ {0,3}([`~]{3,})[ \t]*$/gm

type Span = { start: number; end: number }

/** Finds the fenced blocks and the inline code of a text. While it is written (`live`), inline code may lack its end. */
function findCode(text: string, live: boolean): Span[] {
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
      const longest = (fence ?? all).length
      let length = longest
      for (; length > 0; length -= 1) {
        const close = nextRun(length, end)
        if (close === undefined) continue
        spans.push({ start: end - length, end: close + length })
        break
      }
      if (live && length === 0 && !/\n[ \t]*\n/.test(text.slice(end))) spans.push({ start: end - longest, end: text.length })
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

type Part = {
  /** Whether the part begins at the beginning of a line. */
  startsLine: boolean
}

/** Rewrites a text outside of its code; see `findCode`. */
export function outsideCode(text: string, rewrite: (part: string, where: Part) => string, live = false): string {
  let result = ''
  let at = 0
  for (const { start, end } of findCode(text, live)) {
    result += rewrite(text.slice(at, start), placeOf(text, at)) + text.slice(start, end)
    at = end
  }
  return result + rewrite(text.slice(at), placeOf(text, at))
}

const placeOf = (text: string, at: number): Part => ({ startsLine: at === 0 || text.charAt(at - 1) === '\n' })
