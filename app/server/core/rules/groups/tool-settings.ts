import { milliPerToken } from '#app/contract/money/milli.ts'
import { operatorTools } from '#app/contract/studio/tool-names.ts'
import { mostAllowance, mostSteps } from '#app/contract/studio/tools.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { prepared } from '#app/server/db/prepared.ts'
import { toolSettings } from '#app/server/db/schema/tool-settings.ts'

/** The operator's settings for the tools of all conversations. */
export type StoredToolSettings = Omit<typeof toolSettings.$inferSelect, 'only' | 'updatedAt'>

export const usualToolSettings: StoredToolSettings = {
  tools: [...operatorTools],
  mostSteps,
  allowanceMilli: config.tokens.allowance * milliPerToken,
  mostAllowanceMilli: mostAllowance * milliPerToken,
  revision: 0,
}

const stored = prepared((db) => db.select().from(toolSettings).prepare('tool_settings'))

export async function readToolSettings(db: Database | Transaction): Promise<StoredToolSettings> {
  const [row] = await stored(db).execute()
  return row ?? usualToolSettings
}

/** Returns the tools of a person: those that are on and that their group has. Null for all. */
export function toolsOf(on: readonly string[] | null, ofGroup: readonly string[] | null): readonly string[] | null {
  if (on === null || ofGroup === null) return on ?? ofGroup
  return on.filter((name) => ofGroup.includes(name))
}
