/** The chunks of a growing text. Appended text can change the block right before it, but no earlier section. */
export type Chunks = {
  /** Closed chunks in order; joined they are the text up to `from`. Each can be parsed separately and never changes. */
  closed: readonly string[]
  from: number
  /** For each chunk, and the text after the last one: the number of its first item, if it continues a list. */
  firsts: readonly (number | null)[]
}

export const noChunks: Chunks = { closed: [], from: 0, firsts: [null] }

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
  const firsts = goesOn ? [...before.firsts] : [null]
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
      const isItem = length >= tooMuch && item.test(line)
      if (isItem || (length >= enough && blank && paragraph.test(line) && line !== '')) {
        const chunk = text.slice(start, at)
        closed.push(chunk)
        firsts.push(isItem ? nextNumber(chunk, firsts.at(-1) ?? null) : null)
        start = at
      }
    }
    if (open === null && opensFormula(line)) formula = !formula
    blank = line.trim() === ''
    at = newline + 1
  }
  return { closed, from: start, firsts }
}

/** Returns the number of the item after a chunk that ends within a numbered list; null if it ends with something else. */
function nextNumber(chunk: string, first: number | null): number | null {
  let next = first
  let isFirst = true
  let blank = true
  for (const line of chunk.split('\n')) {
    const number = /^(\d{1,9})[.)] /.exec(line)?.[1]
    if (number !== undefined) {
      next = (isFirst || next === null ? (first !== null && isFirst ? first : Number(number)) : next) + 1
      isFirst = false
    } else if (line.trim() !== '' && !/^[ \t]/.test(line) && (blank || /^(?:#{1,6} |[-*+] )/.test(line))) {
      next = null
      isFirst = false
    }
    blank = line.trim() === ''
  }
  return next
}

/** The chunk with the number that its first item has in its list. */
export const renumbered = (chunk: string, first: number | null): string =>
  first === null ? chunk : chunk.replace(/^\d{1,9}(?=[.)] )/, String(first))

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
