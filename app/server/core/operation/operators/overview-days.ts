import type * as v from 'valibot'
import type { overviewQuerySchema } from '#app/contract/operator/operator.ts'
import { Problem } from '../../problem.ts'

const dayMs = 24 * 60 * 60 * 1000
const defaultDays = 30
/** The longest span, in days. */
const maxDays = 366

/** Returns the days of an overview, inclusive; the last 30 by default. Throws `invalid_input` for a reversed or too long span. */
export function overviewDays(query: v.InferOutput<typeof overviewQuerySchema>, now: Date): { from: string; to: string } {
  const to = query.to ?? now.toISOString().slice(0, 10)
  const from = query.from ?? new Date(Date.parse(to) - (defaultDays - 1) * dayMs).toISOString().slice(0, 10)
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1) throw new Problem('invalid_input', { fields: { from: 'too_large' } })
  if (days > maxDays) throw new Problem('invalid_input', { fields: { from: 'too_small' } })
  return { from, to }
}
