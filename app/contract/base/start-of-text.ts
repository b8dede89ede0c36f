/** The first characters of a text, without half of a character at the end. */
export const startOfText = (text: string, length: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length)
