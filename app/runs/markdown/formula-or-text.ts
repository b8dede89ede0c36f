/** Arguments in which a formula may contain words. */
const argument = /\\(?:text(?:rm|bf|it)?|math(?:rm|bf|it|sf|tt)|mbox|operatorname\*?)\s*\{[^{}]*\}|[\^_]\s*\{[^{}]*\}/g
const functions =
  /(?<!\p{L})(?:sin|cos|tan|tg|ctg|cot|sec|csc|arc\w{2,4}|sinh|cosh|tanh|log|lg|ln|exp|lim|max|min|sup|inf|det|dim|mod|gcd|lcm|НОД|НОК)(?!\p{L})/gu
const command = /\\(?:[a-zA-Z]|[{}|,;:!])/
const relation = /[\^_=≈≠≤≥<>∈→⇒±×÷·√∑∫∞π]/
const operator = /[+\-−*/!|]/

/** Whether the number of opening parentheses is that of the closing ones, in their order. */
function isBalanced(text: string): boolean {
  let open = 0
  for (const character of text) {
    if (character === '(') open += 1
    if (character === ')') open -= 1
    if (open < 0) return false
  }
  return open === 0
}

/**
 * Whether the text between two dollar signs, or escaped brackets, is a formula. Prices, ranges of prices, names of variables of a shell and
 * sentences are none.
 */
export function isFormula(content: string): boolean {
  const text = content.trim()
  if (!/[\p{L}\p{N}\\]/u.test(text)) return false
  if (command.test(text)) return true
  // The first price of a range, while the second one is still to come.
  if (/[+\-−–—*/=,;:]$/.test(text)) return false
  const bare = text.replaceAll(argument, '^').replaceAll(functions, '')
  const isRelation = relation.test(bare)
  const hasWord = /\p{L}{3}/u.test(bare)
  const hasWords = /\p{L}{2}\s+\p{L}{2}/u.test(bare)
  if (/^[+\-−(]?\d/.test(text)) {
    if (!isBalanced(text) || hasWord || /\p{L}{2}\s|\s\p{L}{2}|[;|]|[,.:]\s/u.test(bare)) return false
    return isRelation || operator.test(bare) ? !/\d\s+\/\s+\d/.test(bare) : !/\s/.test(text)
  }
  if (/^[A-Z]{1,5}$/.test(text)) return true
  if (hasWords && !/=/.test(bare)) return false
  if (hasWord && !isRelation) return false
  return !/[.!?;:]\s+\p{L}{2}/u.test(bare)
}
