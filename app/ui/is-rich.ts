const rich = /[`|<>$\\_~]|\]\(|https?:|(?<!\*)\*(?![*\s])|^\s*(?:-{3,}|\*{3,})\s*$|^\s+(?:[-*+]|\d+[.)])\s|^\s*[-*+] \[[ xX]\]/m

/** Whether a text contains more than headings, lists and bold text, so that it needs a Markdown parser, which is large and lazy-loaded. */
export const isRich = (text: string) => rich.test(text)
