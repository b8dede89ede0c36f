import { outsideCode } from './code-spans.ts'
import { isFormula } from './formula-or-text.ts'

/** The marks of quotations and lists at the beginning of a line, and its indentation. */
const container = String.raw`(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*`
const displayOpening = new RegExp(String.raw`^(${container})(?:\\\[|\$\$([^\n]+?)\$\$[ \t]*$)`, 'gm')
const displayClosing = /\\\]([.,;:]?)[ \t]*(\n|$)/y

/** A cheap check before the text is read. */
const mayHaveMath = (text: string): boolean => /\$\$|\\\(|\\\[|(?<!\\)\$[^\s$]/.test(text)

/**
 * Converts the notations that models use for formulas into `$$…$$`, on separate lines for display formulas. Returns null for a text without
 * formulas. Dollar signs that are none of a formula stay text. `live`: the text is still being written.
 */
export function normalizeMath(text: string, live = false): string | null {
  if (!mayHaveMath(text)) return null
  let found = false
  const noticed = () => void (found = true)
  const mayOpen = live || (text.split('$$').length - 1) % 2 === 0
  const normalized = outsideCode(
    text,
    (part, { startsLine }) => withInline(withDisplays(part, { startsLine, noticed }), { noticed, mayOpen }),
    live,
  )
  return found ? normalized : null
}

/** Writes display formulas on lines of their own. */
function withDisplays(text: string, { startsLine, noticed }: { startsLine: boolean; noticed: () => void }): string {
  let result = ''
  let at = 0
  let isOpen = false
  displayOpening.lastIndex = 0
  for (let found = displayOpening.exec(text); found; found = displayOpening.exec(text)) {
    if (found.index === 0 && !startsLine) continue
    const [, before = '', dollars] = found
    let formula = dollars
    let end = displayOpening.lastIndex
    if (formula === undefined) {
      // Without an end of this bracket, later ones have none either.
      const close: number = isOpen ? -1 : text.indexOf('\\]', end)
      isOpen ||= close < 0
      displayClosing.lastIndex = close
      const closing: RegExpExecArray | null = close < 0 ? null : displayClosing.exec(text)
      // A formula with text after it is part of the line.
      if (!closing) continue
      formula = text.slice(end, close).trimEnd() + (closing[1] ?? '')
      if (!/\S/.test(formula) || (!formula.includes('\n') && !isBracketed(formula))) continue
      end = close + closing[0].length - (closing[2] ?? '').length
    } else if (!isFormula(formula)) continue
    noticed()
    result += text.slice(at, found.index) + display(before, formula)
    at = end
    displayOpening.lastIndex = end
  }
  return result + text.slice(at)
}

function display(before: string, formula: string): string {
  const inside = before.replaceAll(/[-*+]|\d{1,9}[.)]/g, (mark) => ' '.repeat(mark.length))
  const lines = formula
    .split('\n')
    .map((line) => (before.includes('>') ? line.replace(/^[ \t]*(?:>[ \t]?)*/, '') : line).trim())
    .filter((line) => line !== '')
  return [`${before}$$`, ...lines.map((line) => inside + line), `${inside}$$`].join('\n')
}

/** Numbers and words between escaped square brackets are a citation or a gap to fill in. */
const isBracketed = (content: string): boolean =>
  isFormula(content) && (content.trim().length === 1 || /[\\^_=<>+*/−×·-]/.test(content)) && !/^\s*\d+\s*$/.test(content)

/** Escapes, runs of dollar signs, and addresses, in which nothing is a formula. */
const sign = /\\[\s\S]|\$+|https?:\/\/[^\s<>)\]{}]+/g
type Sign = { mark: string; start: number; end: number }

/** Converts the formulas within lines. `mayOpen`: two dollar signs on a line of their own may open a formula whose end is elsewhere. */
function withInline(text: string, { noticed, mayOpen }: { noticed: () => void; mayOpen: boolean }): string {
  const signs: Sign[] = []
  for (const { 0: mark, index } of text.matchAll(sign))
    if (!mark.startsWith('http')) signs.push({ mark, start: index, end: index + mark.length })
  const after = nearest(signs)
  /** Where two dollar signs end what is no formula, so they begin none either, unless one ends later. */
  const strayEnds = new Set<number>()
  let result = ''
  let at = 0
  for (let index = 0; index < signs.length; index += 1) {
    const one = signs[index]
    if (!one) break
    const closing = closingOf(one, after[index])
    const content = closing && text.slice(one.end, closing.start)
    if (closing && content !== undefined && isFormulaAt(text, { one, closing, content })) {
      // One on lines of its own is written as it has to be.
      const isDisplay = one.mark === '$$' && content.includes('\n')
      result += text.slice(at, one.start) + (isDisplay ? text.slice(one.start, closing.end) : `$$${content.trim()}$$`)
      noticed()
      at = closing.end
      while ((signs[index + 1]?.start ?? Infinity) < at) index += 1
    } else if (one.mark.startsWith('$$') && (closing || !mayOpen || strayEnds.has(one.start) || !opensDisplay(text, one))) {
      if (closing) strayEnds.add(closing.start)
      // Several dollar signs that are no formula, such as a level of prices.
      result += text.slice(at, one.start) + one.mark.replaceAll('$', String.raw`\$`)
      at = one.end
    }
  }
  return result + text.slice(at)
}

type Nearest = { round: Sign | undefined; square: Sign | undefined; dollars: Sign | undefined; opening: Sign | undefined }

/** For each sign, the next ones that could close it, and the next one that opens another formula. */
function nearest(signs: readonly Sign[]): Nearest[] {
  const after: Nearest[] = []
  let next: Nearest = { round: undefined, square: undefined, dollars: undefined, opening: undefined }
  for (const one of signs.toReversed()) {
    after.push(next)
    if (one.mark === '\\)') next = { ...next, round: one }
    else if (one.mark === '\\]') next = { ...next, square: one }
    else if (one.mark.startsWith('$')) next = { ...next, dollars: one }
    else if (one.mark === '\\(' || one.mark === '\\[') next = { ...next, opening: one }
  }
  return after.toReversed()
}

function closingOf({ mark }: Sign, after: Nearest | undefined): Sign | undefined {
  if (mark === '$' || mark === '$$') return after?.dollars?.mark === mark ? after.dollars : undefined
  const closing = mark === '\\(' ? after?.round : mark === '\\[' ? after?.square : undefined
  return closing && (after?.opening?.start ?? Infinity) > closing.start ? closing : undefined
}

const isWordAt = (text: string, at: number) => /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]/u.test(text.charAt(at))

/** Whether a formula lies between the two signs: in one line for a single dollar sign, in one paragraph otherwise. */
function isFormulaAt(text: string, { one, closing, content }: { one: Sign; closing: Sign; content: string }): boolean {
  if (one.mark === '\\[') return !content.includes('\n') && isBracketed(content)
  if (one.mark === '\\(') return !/\n[ \t]*\n/.test(content) && isFormula(content)
  if (one.mark === '$$') {
    const isParagraph = !/\n[ \t]*\n/.test(content)
    return opensDisplay(text, one) && isParagraph ? content.trim() !== '' : isParagraph && isFormula(content)
  }
  // The sign of a price stands next to a number, that of a variable next to a name.
  const isOrdinal = /^[a-zA-Z]$/.test(content) && /^(?:th|st|nd|rd|s)(?![a-zA-Z])/.test(text.slice(closing.end, closing.end + 3))
  if (/^\s|\s$|\n/.test(content) || isWordAt(text, one.start - 1) || (isWordAt(text, closing.end) && !isOrdinal)) return false
  return isFormula(content)
}

/** Characters in which the marks of quotations and lists before a display formula have room. */
const containerRoom = 60
const onlyContainer = new RegExp(`(?:^|\\n)${container}$`)

/** Whether a line begins with the sign and has nothing after it. */
function opensDisplay(text: string, { start, end }: Sign): boolean {
  const before = text.slice(Math.max(0, start - containerRoom), start)
  if (!before.includes('\n') && start > containerRoom) return false
  return onlyContainer.test(before.slice(before.lastIndexOf('\n') + 1)) && /^[ \t]*(?:\n|$)/.test(text.slice(end, end + containerRoom))
}
