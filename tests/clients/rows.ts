import { chatRows } from './chat-rows.ts'
import { otherRows } from './media-rows.ts'
import { messageRows } from './message-rows.ts'
import { moreMediaRows } from './more-media-rows.ts'
import { responseRows } from './response-rows.ts'
import type { Row } from './row.ts'

export const rows: readonly Row[] = [...chatRows, ...responseRows, ...otherRows, ...moreMediaRows, ...messageRows]

/** Counts the rows that are tried with a client, by their outcomes. */
export function countOutcomes(client: string) {
  const outcomes = rows.filter(({ tries }) => client in tries).map(({ outcome }) => outcome)
  const count = (fits: (outcome: Row['outcome']) => boolean) => outcomes.filter(fits).length
  return {
    tried: outcomes.length,
    works: count((outcome) => outcome === 'works'),
    ignored: count((outcome) => typeof outcome === 'object' && 'ignores' in outcome),
    refused: count((outcome) => typeof outcome === 'object' && 'refuses' in outcome),
    absent: count((outcome) => outcome === 'absent'),
  }
}
