/**
 * The characters that both typefaces of the pages have: Latin, Cyrillic, digits, punctuation and common signs. Others, such as emoji, would
 * be drawn as nothing, so that a text with them is refused.
 */
const drawn =
  ' -~\u00A0-\u00A3\u00A5\u00A7-\u00AB\u00AE-\u00B4\u00B6-\u017F\u0401-\u040C\u040E-\u044F\u0451-\u045C\u045E\u045F\u0490\u0491\u2013\u2014\u2018-\u201A\u201C-\u201E\u2022\u2026\u2039\u203A\u20AC\u20BD\u2116\u2122\u2212'

/** A regular expression with the flag `u`, as JSON Schema has it. */
export const drawnText = `^[${drawn}]*$`
