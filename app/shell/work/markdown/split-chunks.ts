/** The chunks of a growing text. Appended text can change the block right before it, but no earlier section. */
export type Chunks = {
  /** Closed chunks in order; joined they are the text up to `from`. Each can be parsed separately and never changes. */
  closed: readonly string[]
  from: number
}

export const noChunks: Chunks = { closed: [], from: 0 }

/**
 * Characters of a chunk, about a screenful: small enough to be parsed with every update, large enough for a book to have only a few
 * hundred.
 */
const enough = 1_400
/** Characters after which a list is split between items instead of being parsed as a whole. */
const tooMuch = 6_000

const fence = /^ {0,3}(`{3,}|~{3,})(.*)/
const paragraph = /^(?![\s>|]|[-*+] |\d{1,9}[.)] |\[[^\]]*\]:|(?:-{3,}|\*{3,}|_{3,}|={2,})\s*$)/
const item = /^(?:[-*+]|\d{1,9}[.)]) /

/**
 * Splits a growing text where Markdown allows it: at a heading or a paragraph after a blank line, outside of code and formulas. Reuses the
 * previous chunks while the text still starts with them, so that each update costs the same at any length.
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
    // The last line is incomplete.
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

/** Whether a line opens or closes a display formula; one with a complete formula does both. */
function opensFormula(line: string): boolean {
  const dollars = line.split('$$').length - 1
  return (dollars + (/^\s*\\\[\s*$/.test(line) ? 1 : 0) + (/^\s*\\\]\s*$/.test(line) ? 1 : 0)) % 2 === 1
}

function startsWith(text: string, closed: readonly string[]): boolean {
  // Comparing the last chunk suffices to distinguish a different text from the same one grown longer.
  const last = closed.at(-1) ?? ''
  const end = closed.reduce((sum, chunk) => sum + chunk.length, 0)
  return text.startsWith(last, end - last.length)
}
