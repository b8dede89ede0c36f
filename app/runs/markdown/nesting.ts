/** Quotations and lists inside each other, far beyond any real answer. The parser takes quadratic time for their number. */
const mostNested = 100

/** The length of the mark of a quotation or a list item at this place, with its spaces; 0 if there is none. */
function markAt(text: string, at: number): number {
  let end = at
  if (text[end] === '>') return 1
  while (isDigit(text[end])) end += 1
  const isMark = end > at ? text[end] === '.' || text[end] === ')' : text[end] === '-' || text[end] === '*' || text[end] === '+'
  return isMark && isSpace(text[end + 1]) ? end + 2 - at : 0
}

const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9'
const isSpace = (char: string | undefined) => char === ' ' || char === '\t'

/** Whether a line begins with so many quotations and lists inside each other that parsing it would block the page. */
export function isTooNested(text: string): boolean {
  for (let start = 0; start < text.length;) {
    let at = start
    let depth = 0
    for (;;) {
      while (isSpace(text[at])) at += 1
      const length = markAt(text, at)
      if (length === 0) break
      at += length
      depth += 1
      if (depth > mostNested) return true
    }
    const next = text.indexOf('\n', at)
    if (next === -1) return false
    start = next + 1
  }
  return false
}
