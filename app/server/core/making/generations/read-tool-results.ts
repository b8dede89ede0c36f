import { and, eq, isNull } from 'drizzle-orm'
import { validate } from 'uuid'
import type { ToolResult } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { Problem } from '../../problem.ts'
import type { OwnGeneration } from './find-generation.ts'
import { toolResultsColumn } from './related-rows.ts'

/** Reads the whole results of tools that a run answers. */
export async function readToolResults(db: Database, { userId, id }: OwnGeneration): Promise<{ items: ToolResult[] }> {
  if (!validate(id)) throw new Problem('not_found')
  const [row] = await db
    .select({ items: toolResultsColumn(null) })
    .from(generations)
    .where(and(eq(generations.id, id), eq(generations.userId, userId), isNull(generations.purgedAt)))
  if (!row) throw new Problem('not_found')
  return { items: row.items ?? [] }
}
