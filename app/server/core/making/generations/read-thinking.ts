import type { Database } from '#app/server/db/database.ts'
import { findKeptGeneration, type OwnGeneration } from './find-generation.ts'

/** Reads the reasoning of a language model before its answer. */
export async function readThinking(db: Database, own: OwnGeneration): Promise<{ text: string }> {
  const { thinking } = await findKeptGeneration(db, own)
  return { text: thinking ?? '' }
}
