const rich = /[`|<>$\\_~]|\]\(|https?:|(?<!\*)\*(?![*\s])|^\s*(?:-{3,}|\*{3,})\s*$|^\s+(?:[-*+]|\d+[.)])\s|^\s*[-*+] \[[ xX]\]/m

/** A phrase between single asterisks, which stand at the ends of words. */
export const emphasis = /(?<![\p{L}\p{N}*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\p{L}\p{N}*])/gu

/**
 * Whether a text contains more than headings, lists, bold text and emphasis, so that it needs a Markdown parser, which is large and
 * lazy-loaded.
 */
export const isRich = (text: string) => rich.test(text.replace(emphasis, '$1'))
