import { milliPerToken } from '#app/contract/money/milli.ts'
import type { TokenEntry } from '#app/contract/money/tokens.ts'

export type LedgerDay = {
  name: string
  /** Net change of the person's tokens on that day; negative if they decreased. */
  change: number
  lines: TokenEntry[]
}

/** Returns one line per run: its hold until it ends, then its settlement or release. The receipt has the details. */
export function linesOf(entries: readonly TokenEntry[]): TokenEntry[] {
  const paid = new Set(entries.flatMap(({ kind, generation }) => (kind === 'settle' && generation ? generation.id : [])))
  return entries.filter(({ kind, generation }) => {
    if (!generation) return true
    if (kind === 'hold') return generation.receipt.every((line) => line.kind === 'hold')
    return kind !== 'release' || !paid.has(generation.id)
  })
}

/**
 * Returns the change of the tokens that a person owns, available and held together. Holds and releases do not change this sum, so a run
 * counts once: at its settlement, with its exact cost.
 */
export function changeOf({ kind, amount, milli }: Pick<TokenEntry, 'kind' | 'amount' | 'milli'>): number {
  if (kind === 'grant') return amount
  if (kind === 'settle') return milli === 0 ? 0 : -milli / milliPerToken
  if (kind === 'expire' || kind === 'refund' || kind === 'repay') return amount === 0 ? 0 : -amount
  return 0
}

/** Groups lines by day, in their order. `dayOf` returns the day of a time in the person's time zone. */
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
