export type DiffPiece = { is: 'same' | 'added' | 'removed'; text: string }

/** Limit for a comparison; larger ones would take noticeable time, so longer texts are shown as a whole, before and after. */
const mostCells = 400_000

/** Compares word by word and keeps spaces. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length * now.length > mostCells) return join([...old.map(removed), ...now.map(added)])
  // Longest common subsequence from the end: `common[i][j]` is the length for the remaining words.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = common[i]
      if (row) row[j] = isSame(old[i], now[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const pieces: DiffPiece[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]]
    if (is !== undefined && isSame(was, is)) {
      pieces.push({ is: 'same', text: is })
      i += 1
      j += 1
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push(removed(was))
      i += 1
    } else if (is !== undefined) {
      pieces.push(added(is))
      j += 1
    }
  }
  return join(pieces)
}

const removed = (text: string): DiffPiece => ({ is: 'removed', text })
const added = (text: string): DiffPiece => ({ is: 'added', text })
/** Splits into words; each includes its trailing space, which is ignored in comparisons. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? []
const isSame = (was: string | undefined, is: string | undefined) => was?.trimEnd() === is?.trimEnd()

function join(pieces: readonly DiffPiece[]): DiffPiece[] {
  const joined: DiffPiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.is === piece.is) last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined
}
