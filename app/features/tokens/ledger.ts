import type { TokenEntry } from '#app/contract/tokens.ts'

export type LedgerDay = {
  name: string
  /** What the day added to the tokens the person owns; below zero when it took some. */
  change: number
  lines: TokenEntry[]
}

/** One line for a run: what it has set aside until it has ended, then what was paid, or given back. Its receipt tells the rest. */
export function linesOf(entries: readonly TokenEntry[]): TokenEntry[] {
  const paid = new Set(entries.flatMap(({ kind, generation }) => (kind === 'settle' && generation ? generation.id : [])))
  return entries.filter(({ kind, generation }) => {
    if (!generation) return true
    if (kind === 'hold') return generation.receipt.every((line) => line.kind === 'hold')
    return kind !== 'release' || !paid.has(generation.id)
  })
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
export function groupByDay(lines: readonly TokenEntry[], dayOf: (time: string) => string): LedgerDay[] {
  const days: LedgerDay[] = []
  for (const line of lines) {
    const name = dayOf(line.created_at)
    let day = days.at(-1)
    if (day?.name !== name) {
      day = { name, change: 0, lines: [] }
      days.push(day)
    }
    day.lines.push(line)
    day.change += changeOf(line)
  }
  return days
}
