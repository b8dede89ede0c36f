/** What is written on can change what stands right before it, never what a new section has left behind. */
export type Chunks = {
  /** In order; joined they are the text up to `from`. Each can be read by itself and never changes again. */
  closed: readonly string[]
  from: number
}

export const noChunks: Chunks = { closed: [], from: 0 }

/** About a screen: small enough to be read anew with every piece, large enough that a book makes a few hundred. */
const enough = 1_400
/** A list without end is cut between its items rather than be read anew as a whole. */
const tooMuch = 6_000

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/
const paragraph = /^(?![\s>|]|[-*+] |\d{1,9}[.)] |\[[^\]]*\]:|(?:-{3,}|\*{3,}|_{3,}|={2,})\s*$)/
const item = /^(?:[-*+]|\d{1,9}[.)]) /

/**
 * Cuts a growing text where its Markdown may be cut: at a heading or a paragraph after a blank line, outside of code and formulas.
 * Goes on from what was closed before where that is still the beginning of the text, so that each piece costs the same however long it gets.
 */
export function splitChunks(text: string, before: Chunks = noChunks): Chunks {
  const goesOn = before.from <= text.length && before.closed.length > 0 && startsWith(text, before.closed)
  const closed = goesOn ? [...before.closed] : []
  let start = goesOn ? before.from : 0
  let open: string | null = null
  let formula = false
  let blank = true
  for (let at = start; at < text.length;) {
    const newline = text.indexOf('\n', at)
    // The last line may still become something else.
    if (newline === -1) break
    const line = text.slice(at, newline)
    const marks = fence.exec(line)
    if (open !== null) {
      if (marks?.[1]?.startsWith(open) && marks[2]?.trim() === '') open = null
    } else if (marks?.[1] && !(marks[1].startsWith('`') && marks[2]?.includes('`'))) {
      open = marks[1]
    } else if (!formula && at > start) {
      const length = at - start
      const cut = (length >= enough && blank && paragraph.test(line) && line !== '') || (length >= tooMuch && item.test(line))
      if (cut) {
        closed.push(text.slice(start, at))
        start = at
      }
    }
    if (open === null && opensFormula(line)) formula = !formula
    blank = line.trim() === ''
    at = newline + 1
  }
  return { closed, from: start }
}

/** Whether a line begins or ends a formula that spans several: each does both where it holds a whole one. */
function opensFormula(line: string): boolean {
  const dollars = line.split('$$').length - 1
  return (dollars + (/^\s*\\\[\s*$/.test(line) ? 1 : 0) + (/^\s*\\\]\s*$/.test(line) ? 1 : 0)) % 2 === 1
}

function startsWith(text: string, closed: readonly string[]): boolean {
  // The last is enough to tell another text from the same one that grew.
  const last = closed.at(-1) ?? ''
  const end = closed.reduce((sum, chunk) => sum + chunk.length, 0)
  return text.startsWith(last, end - last.length)
}
