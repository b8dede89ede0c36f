import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { shares } from '#app/server/db/schema/library.ts'
import { InspectionError } from '#app/server/inspection/inspection-error.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { Problem } from '../../problem.ts'
import { makePlacelessCopies } from '../../making/marks/clean-copies.ts'
import { isOpen } from './find-share.ts'

type RemoveOptions = { storage: Storage; generationId: string }

/** The checks of this process by work: a visitor's browser asks for a film in several parts at once. */
const going = new Map<string, Promise<boolean>>()

/** Makes the copies without places of a link and marks it. Returns false if a file names a place that cannot be removed. */
export function removePlaces(db: Database, options: RemoveOptions): Promise<boolean> {
  const { generationId } = options
  const known = going.get(generationId)
  if (known) return known
  const check = checkLink(db, options).finally(() => going.delete(generationId))
  going.set(generationId, check)
  return check
}

async function checkLink(db: Database, options: RemoveOptions): Promise<boolean> {
  const placesRemoved = await makePlacelessCopies(db, options).then(
    () => true,
    (error: unknown) => {
      if (isFinal(error)) return false
      throw error
    },
  )
  // The owner may have saved the link meanwhile.
  await db
    .update(shares)
    .set({ placesRemoved })
    .where(and(eq(shares.generationId, options.generationId), isNull(shares.placesRemoved)))
  return placesRemoved
}

/** Whether the file itself is the reason. Otherwise a later attempt may succeed. */
function isFinal(error: unknown): boolean {
  const cause = error instanceof Problem && error.code === 'invalid_input' ? error.cause : error
  return cause instanceof InspectionError ? cause.reason !== 'unavailable' : cause !== error
}

/** Most links per round, and milliseconds after which a round starts no other. */
const [mostLinks, roundMs] = [50, 20_000]

/**
 * Removes places from the files of links that an older release made. A link is marked when its copies are complete, so a round that was
 * killed is continued by the next. Returns the number of links that were checked.
 */
export async function checkOldLinks(db: Database, { storage, logger }: { storage: Storage; logger: Logger }): Promise<number> {
  const links = await db
    .select({ generationId: shares.generationId })
    .from(shares)
    .innerJoin(generations, eq(generations.id, shares.generationId))
    .where(
      and(
        // Literals, because the partial index has them.
        sql`${shares.showPrompt} and ${shares.placesRemoved} is null`,
        isOpen,
        eq(generations.status, 'succeeded'),
        isNull(generations.deletedAt),
        isNull(generations.purgedAt),
      ),
    )
    // Links that keep failing leave others their turn.
    .orderBy(sql`random()`)
    .limit(mostLinks)
  const end = performance.now() + roundMs
  let checked = 0
  for (const { generationId } of links) {
    if (performance.now() > end) break
    try {
      if (!(await removePlaces(db, { storage, generationId })))
        logger.warn({ generation: generationId }, 'a shared file names a place that cannot be removed, so it is not served')
      checked += 1
    } catch (error) {
      logger.warn({ err: error, generation: generationId }, 'a shared file could not be checked for places')
    }
  }
  return checked
}
