/** Matches code, which is not changed: fenced blocks and inline code. */
const code = /(^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\2[`~]*[ \t]*$|$(?![\s\S])))|(`+)[^`](?:[\s\S]*?[^`])?\3(?!`)/gm
const display = /^([ \t]*)(?:\\\[([\s\S]+?)\\\]|\$\$([^\n]+?)\$\$)[ \t]*$/gm
const bracketed = /\\\(((?:[^\n]|\n(?!\n))+?)\\\)/g
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
  for (const match of text.matchAll(code)) {
    result += inText(text.slice(at, match.index)) + match[0]
    at = match.index + match[0].length
  }
  return result + inText(text.slice(at))
}

function inText(text: string): string {
  return text
    .replace(display, (_all, indent: string, bracket: string | undefined, dollars: string | undefined) =>
      [`${indent}$$`, `${indent}${(bracket ?? dollars ?? '').trim()}`, `${indent}$$`].join('\n'),
    )
    .replace(bracketed, (_all, formula: string) => `$$${formula.trim()}$$`)
    .replace(single, (_all, formula: string) => `$$${formula}$$`)
}
