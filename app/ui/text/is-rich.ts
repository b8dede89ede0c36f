const marks = /[`|<>$\\_~&]|\][([:]|\[\^|https?:|(?<!\*)\*(?![*\s])/
/** Rules, task lists, and lists that are indented or follow an empty line. No part reads more than one line break. */
const lines = /^[^\S\n]*(?:-{3,}|\*{3,})[^\S\n]*$|^(?:[^\S\n]+|[^\S\n]*\n[^\S\n]*)(?:[-*+]|\d+[.)])\s|^[^\S\n]*[-*+] \[[ xX]\]/m

/** A phrase between single asterisks, which stand at the ends of words. */
export const emphasis = /(?<![\p{L}\p{N}*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\p{L}\p{N}*])/gu

/**
 * Whether a text contains more than headings, lists, bold text and emphasis, so that it needs a Markdown parser, which is large and
 * lazy-loaded.
 */
export function isRich(text: string): boolean {
  const plain = text.replace(emphasis, '$1')
  return marks.test(plain) || lines.test(plain)
}
