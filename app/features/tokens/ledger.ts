import type { TokenEntry } from '#app/contract/tokens.ts'

export type LedgerLine = {
  entry: TokenEntry
  /** When the tokens that this entry pays or gives back had been set aside; undefined when that is not loaded. */
  heldAt?: string | undefined
}

export type LedgerDay = {
  name: string
  /** What the day added to the tokens the person owns; below zero when it took some. */
  change: number
  lines: LedgerLine[]
}

/** One line for a run that has ended: setting its tokens aside becomes a note on what came of them. Newest first, as the entries are. */
export function linesOf(entries: readonly TokenEntry[]): LedgerLine[] {
  const heldAt = new Map<string, string>()
  const ended = new Set<string>()
  for (const { kind, generation, created_at } of entries) {
    if (!generation) continue
    if (kind === 'hold') heldAt.set(generation.id, created_at)
    if (kind === 'settle' || kind === 'release') ended.add(generation.id)
  }
  return entries
    .filter(({ kind, generation }) => kind !== 'hold' || !generation || !ended.has(generation.id))
    .map((entry) => ({ entry, heldAt: entry.kind !== 'hold' && entry.generation ? heldAt.get(entry.generation.id) : undefined }))
}

/**
 * What an entry does to the tokens a person owns, spendable and set aside together. Setting tokens aside and giving them back
 * moves them without a change, so a run counts once: when it is paid.
 */
export function changeOf({ kind, amount }: Pick<TokenEntry, 'kind' | 'amount'>): number {
  if (kind === 'grant') return amount
  if (kind === 'settle' || kind === 'expire' || kind === 'refund' || kind === 'repay') return amount === 0 ? 0 : -amount
  return 0
}

/** Days in the order the lines come in. `dayOf` names the day a time falls on where the person is. */
export function groupByDay(lines: readonly LedgerLine[], dayOf: (time: string) => string): LedgerDay[] {
  const days: LedgerDay[] = []
  for (const line of lines) {
    const name = dayOf(line.entry.created_at)
    let day = days.at(-1)
    if (day?.name !== name) {
      day = { name, change: 0, lines: [] }
      days.push(day)
    }
    day.lines.push(line)
    day.change += changeOf(line.entry)
  }
  return days
}
