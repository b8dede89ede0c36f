/** Tags between which models write their reasoning. */
const openingTags = ['<think>', '<thinking>', '[THINK]']
const closing = /\n|<\/think(?:ing)?>|\[\/THINK\]/g
const closingTags = ['</think>', '</thinking>', '[/THINK]']
const fence = /^ {0,3}(`{3,}|~{3,})(.*)/
/** Characters of a line that decide whether it opens or closes code. */
const longestLine = 200

export type ThoughtListeners = {
  onText(piece: string): void
  onThought(piece: string): void
  /** All text so far was reasoning, whose opening tag is part of the prompt of the model. */
  onTextWasThought(): void
}

/**
 * Separates the reasoning from a text that arrives in pieces: it stands at the beginning between tags, or before a closing tag alone. Tags in
 * code are text, and so is a closing tag within a sentence.
 */
export function splitThoughts({ onText, onThought, onTextWasThought }: ThoughtListeners) {
  let state: 'start' | 'thought' | 'text' = 'start'
  /** Received, but not yet passed on, because a tag may be incomplete. */
  let held = ''
  /** The beginning of the current line, and the marks of the code that it is in. */
  let line = ''
  let code: string | null = null
  let hasThought = false

  function enter(next: typeof state): void {
    state = next
    line = ''
    code = null
  }

  function endLine(): void {
    const marks = fence.exec(line)
    if (code !== null) {
      if (marks?.[1]?.startsWith(code) && marks[2]?.trim() === '') code = null
    } else if (marks?.[1] && !(marks[1].startsWith('`') && marks[2]?.includes('`'))) code = marks[1]
    line = ''
  }

  const pass = (piece: string) => {
    if (piece === '') return
    if (line.length < longestLine) line += piece.slice(0, longestLine)
    if (state === 'thought') onThought(piece)
    else onText(piece)
  }

  /** Whether a tag ends the reasoning; undefined until the next character is known. */
  function isEnd(next: string | undefined, isLast: boolean): boolean | undefined {
    if (code !== null) return false
    if (state === 'thought' && !line.endsWith('`')) return true
    if (next === undefined && !isLast) return undefined
    if (state === 'thought') return next !== '`'
    const isQuoted = line.split('`').length % 2 === 0
    return !hasThought && !isQuoted && (line.trim() === '' || next === undefined || /[\r\n]/.test(next))
  }

  /** Passes on what is certain. Returns true if the rest has to be read in another state. */
  function readPart(isLast: boolean): boolean {
    if (state === 'start') {
      const text = held.trimStart()
      const tag = openingTags.find((one) => text.startsWith(one))
      if (tag !== undefined) {
        held = text.slice(tag.length)
        hasThought = true
        enter('thought')
        return true
      }
      if (!isLast && openingTags.some((one) => one.startsWith(text))) return false
      if (hasThought) held = text
      enter('text')
      return held !== ''
    }
    let at = 0
    for (const { 0: found, index } of held.matchAll(closing)) {
      pass(held.slice(at, index))
      at = index
      if (found !== '\n') {
        const verdict = isEnd(held.at(index + found.length), isLast)
        if (verdict === undefined) {
          held = held.slice(at)
          return false
        }
        if (verdict) {
          held = held.slice(index + found.length)
          if (state === 'text') onTextWasThought()
          hasThought = true
          enter('start')
          return true
        }
      }
      pass(found)
      at = index + found.length
      if (found === '\n') endLine()
    }
    const rest = held.slice(at)
    const kept = isLast ? 0 : unfinished(rest)
    pass(rest.slice(0, rest.length - kept))
    held = rest.slice(rest.length - kept)
    return false
  }

  function read(isLast: boolean): void {
    while (readPart(isLast));
  }

  return {
    write(piece: string): void {
      held += piece
      read(false)
    },
    end: () => read(true),
  }
}

/** Characters at the end that may be the beginning of a closing tag. */
function unfinished(text: string): number {
  for (let length = Math.min(text.length, 10); length > 0; length -= 1)
    if (closingTags.some((tag) => tag.startsWith(text.slice(-length)))) return length
  return 0
}

/** An answer without the reasoning at its beginning. */
export function withoutThoughts(text: string): string {
  if (!openingTags.some((tag) => text.trimStart().startsWith(tag))) return text
  let said = ''
  const split = splitThoughts({ onText: (piece) => void (said += piece), onThought: () => undefined, onTextWasThought: () => undefined })
  split.write(text)
  split.end()
  return said
}
