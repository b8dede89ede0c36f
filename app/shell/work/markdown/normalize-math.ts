/** Code is left alone: a fence with all of its lines, or what stands between backticks. */
const code = /(^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\2[`~]*[ \t]*$|$(?![\s\S])))|(`+)[^`](?:[\s\S]*?[^`])?\3(?!`)/gm
const display = /^([ \t]*)(?:\\\[([\s\S]+?)\\\]|\$\$([^\n]+?)\$\$)[ \t]*$/gm
const bracketed = /\\\(((?:[^\n]|\n(?!\n))+?)\\\)/g
/** Two prices in one sentence are no formula: what opens is followed by no blank, what closes follows none, and no digit comes after. */
const single = /(?<![\\$])\$(?![\s$])((?:[^$\\\n]|\\.)+?)(?<!\s)\$(?![\d$])/g

/** Whether there may be a formula: looked at before the means to set one are loaded. */
export const mayHaveMath = (text: string): boolean => /\$\$|\\\(|\\\[|(?<!\\)\$[^\s$]/.test(text)

/** The ways in which models mark formulas, as the one that is read: `$$…$$`, on lines of its own where the formula is. */
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
