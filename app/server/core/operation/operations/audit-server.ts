import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { auditLedger, type BrokenInvariant } from '../../money/tokens/audit-ledger.ts'

/** Hours after which a run should have ended: its job expires after twelve. */
const longestRunHours = 24
/** Files checked each time: as many of the newest, and as many from a random day on. */
const sampleSize = 250

export type AuditServerOptions = { storage: Storage }

/** Checks the ledger, and what must hold between the ledger, the runs and the files. Returns all violations. */
export async function auditServer(db: Database, { storage }: AuditServerOptions): Promise<BrokenInvariant[]> {
  return [...(await auditLedger(db)), ...(await auditHolds(db)), ...(await auditFiles(db, storage))]
}

async function auditHolds(db: Database): Promise<BrokenInvariant[]> {
  const { rows } = await db.execute<BrokenInvariant>(sql`
    select 'no hold is older than the longest run' as invariant, g.id::text as subject, g.status || ' since ' || coalesce(g.finished_at, g.started_at) as detail
    from token_holds h join generations g on g.id = h.generation_id
    where g.finished_at is not null or (g.status = 'running' and g.started_at < now() - make_interval(hours => ${longestRunHours}))`)
  return rows
}

/** Looks for a sample of the files, because a large storage takes hours to list. */
async function auditFiles(db: Database, storage: Storage): Promise<BrokenInvariant[]> {
  const columns = { id: files.id, key: files.storageKey }
  const newest = await db.select(columns).from(files).orderBy(desc(files.id)).limit(sampleSize)
  const [first] = await db.select(columns).from(files).orderBy(files.id).limit(1)
  const others = first
    ? await db
        .select(columns)
        .from(files)
        .where(gt(files.id, randomIdAfter(first.id)))
        .orderBy(files.id)
        .limit(sampleSize)
    : []
  const broken: BrokenInvariant[] = []
  for (const { id, key } of new Map([...newest, ...others].map((file) => [file.id, file])).values())
    if (!(await storage.stat(key)) && (await isListed(db, id)))
      broken.push({ invariant: 'every file is in the storage', subject: id, detail: 'missing' })
  return broken
}

/** Returns a UUIDv7 of a random time between that of the given one and now. */
function randomIdAfter(first: string): string {
  const since = Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)
  return uuidv7({ msecs: Math.floor(since + Math.random() * (Date.now() - since)) })
}

/** Whether the file should still exist: a work may be deleted during the audit, and its files are deleted before their rows. */
async function isListed(db: Database, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: files.id })
    .from(files)
    .innerJoin(generations, eq(generations.id, files.generationId))
    .where(and(eq(files.id, id), isNull(generations.purgedAt)))
  return row !== undefined
}
