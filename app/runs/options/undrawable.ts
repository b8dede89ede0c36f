/** The characters of a text that its pattern does not allow, each once. */
export function undrawableIn(text: string, pattern: string | undefined): string {
  if (pattern === undefined) return ''
  const drawn = new RegExp(pattern, 'u')
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
  return [...new Set(characters.filter((one) => !drawn.test(one)))].join(' ')
}
