import type { TokenEntry } from '#app/contract/tokens.ts'

export type LedgerDay = {
  name: string
  /** What the day added to the tokens the person owns; below zero when it took some. */
  change: number
  lines: TokenEntry[]
}

/** What is worth a line: that tokens were set aside is one only until the run has ended, and then stands in its receipt. */
export function linesOf(entries: readonly TokenEntry[]): TokenEntry[] {
  return entries.filter(({ kind, generation }) => kind !== 'hold' || !generation?.receipt.some((line) => line.kind !== 'hold'))
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
