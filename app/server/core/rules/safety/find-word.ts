/** Writes a text in the form in which words are compared. */
const normalize = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')

/** Returns the first of the words that the text contains. A word ending in `*` also matches longer words that begin with it. */
export function findWord(words: readonly string[], text: string): string | undefined {
  if (words.length === 0) return undefined
  const sought = normalize(text)
  return words.find((word) => {
    const isBeginning = word.endsWith('*')
    const plain = normalize(isBeginning ? word.slice(0, -1) : word).trim()
    if (plain === '') return false
    const escaped = plain.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
    const end = isBeginning ? '' : String.raw`(?![\p{L}\p{N}])`
    return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}${end}`, 'u').test(sought)
  })
}
