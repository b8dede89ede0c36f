/**
 * The tokenizer of CLIP, as its publisher (OpenAI) describes it: lower case, pieces of words, then byte-pair merges in the order of
 * `merges.txt`. The ids follow from the merges: 256 bytes, 256 bytes that end a word, a piece for each merge, start and end.
 */
export type ClipTokenizer = {
  /** Returns exactly `length` ids: start, text, end, padding. A text that is too long loses its end. */
  encode(text: string): number[]
  readonly startId: number
  readonly endId: number
}

export const clipLength = 77
const endOfWord = '</w>'
/** CLIP takes special characters as one piece, and digits one by one. */
const pieces = /'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+/giu

/** A printable character for each byte, in the order of the ids. */
function byteCharacters(): { order: string[]; of: Map<number, string> } {
  const isPrintable = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255)
  const all = Array.from({ length: 256 }, (_, byte) => byte)
  const printable = all.filter(isPrintable).map((byte) => [byte, String.fromCodePoint(byte)] as const)
  const others = all.filter((byte) => !isPrintable(byte)).map((byte, index) => [byte, String.fromCodePoint(256 + index)] as const)
  const pairs = [...printable, ...others]
  return { order: pairs.map(([, character]) => character), of: new Map(pairs) }
}

/** Opens the tokenizer with the text of `merges.txt`. `padding`: the id after the end; the end's own id by default. */
export function openClipTokenizer(
  merges: string,
  { padding, length = clipLength }: { padding?: number; length?: number } = {},
): ClipTokenizer {
  const bytes = byteCharacters()
  const pairs = merges
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#version'))
    .map((line) => line.split(' '))
  const vocabulary = [...bytes.order, ...bytes.order.map((character) => character + endOfWord), ...pairs.map((pair) => pair.join(''))]
  const ids = new Map(vocabulary.map((piece, id) => [piece, id]))
  const ranks = new Map(pairs.map((pair, rank) => [pair.join(' '), rank]))
  const startId = vocabulary.length
  const endId = startId + 1
  const known = new Map<string, number[]>()

  /** Returns the ids of a piece of text: joins the pair with the lowest rank until none is left. */
  function merge(piece: string): number[] {
    const found = known.get(piece)
    if (found) return found
    const characters = [...Buffer.from(piece)].map((byte) => bytes.of.get(byte) ?? '')
    let parts = characters.map((character, index) => (index === characters.length - 1 ? character + endOfWord : character))
    while (parts.length > 1) {
      let best = { at: -1, rank: Number.POSITIVE_INFINITY }
      for (let at = 0; at < parts.length - 1; at += 1) {
        const rank = ranks.get(`${parts[at]} ${parts[at + 1]}`)
        if (rank !== undefined && rank < best.rank) best = { at, rank }
      }
      if (best.at < 0) break
      const [one, other] = [parts[best.at], parts[best.at + 1]]
      const joined: string[] = []
      for (let at = 0; at < parts.length; at += 1) {
        const isPair = parts[at] === one && parts[at + 1] === other
        joined.push(isPair ? `${one}${other}` : (parts[at] ?? ''))
        if (isPair) at += 1
      }
      parts = joined
    }
    const merged = parts.map((part) => ids.get(part) ?? endId)
    known.set(piece, merged)
    return merged
  }

  return {
    startId,
    endId,
    encode(text) {
      const clean = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toLowerCase()
      const found = [...clean.matchAll(pieces)].flatMap(([piece]) => merge(piece)).slice(0, length - 2)
      const tokens = [startId, ...found, endId]
      return [...tokens, ...Array.from({ length: length - tokens.length }, () => padding ?? endId)]
    },
  }
}
