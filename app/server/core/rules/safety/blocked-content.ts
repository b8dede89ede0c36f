import { createHash } from 'node:crypto'
import { and, eq, inArray, isNotNull, like, or } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { blockedHashes } from '#app/server/db/schema/reports.ts'
import { Problem } from '../../problem.ts'

const hashText = (text: string) => createHash('sha256').update(text.trim()).digest('hex')

/** Returns the hashes of a result: its files with their copies without metadata, and its text. Previews may be alike by chance. */
export async function hashesOf(db: Database | Transaction, generationId: string): Promise<string[]> {
  const rows = await db
    .select({ sha256: files.sha256 })
    .from(files)
    .where(
      and(
        eq(files.generationId, generationId),
        or(isNotNull(files.position), like(files.storageKey, '%-clean'), like(files.storageKey, '%-placeless')),
      ),
    )
  const [run] = await db.select({ text: generations.text }).from(generations).where(eq(generations.id, generationId))
  return [...new Set([...rows.map(({ sha256 }) => sha256), ...(run?.text ? [hashText(run.text)] : [])])]
}

/** Throws `content_blocked` if one of these contents was taken down. */
export async function requireAllowed(db: Database | Transaction, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  const [blocked] = await db
    .select({ sha256: blockedHashes.sha256 })
    .from(blockedHashes)
    .where(inArray(blockedHashes.sha256, [...hashes]))
    .limit(1)
  if (blocked) throw new Problem('content_blocked')
}
