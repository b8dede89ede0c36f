import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { editShareSchema, Share } from '#app/contract/library/shares.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { shares } from '#app/server/db/schema/library.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { findGeneration, type OwnGeneration, ownGeneration } from '../../making/generations/find-generation.ts'
import { publishGeneration } from '../../making/generations/publish.ts'
import { Problem } from '../../problem.ts'
import { hashesOf, requireAllowed } from '../../rules/safety/blocked-content.ts'
import { makeCleanCopies, makePlacelessCopies } from '../../making/marks/clean-copies.ts'
import { toShare } from './to-share.ts'

export type ShareGenerationOptions = OwnGeneration & { storage: Storage; input: v.InferOutput<typeof editShareSchema>; now?: Date }

/**
 * Creates or changes the public link of a finished result; an unexpired link keeps its URL. If the prompt is hidden, or a file names a place,
 * the link serves copies without metadata.
 */
export async function shareGeneration(db: Database, { storage, input, now = new Date(), ...own }: ShareGenerationOptions): Promise<Share> {
  const generation = await findGeneration(db, own)
  if (generation.status !== 'succeeded') throw new Problem('not_found', { message: 'only a finished result can be shared' })
  const expiresAt = input.expires_at === null ? null : new Date(input.expires_at)
  if (expiresAt && expiresAt <= now) throw new Problem('invalid_input', { fields: { expires_at: 'too_small' } })
  const makeCopies = input.show_prompt ? makePlacelessCopies : makeCleanCopies
  await makeCopies(db, { storage, generationId: generation.id })
  const placesRemoved = input.show_prompt || null

  const share = await db.transaction(async (tx) => {
    // The work may have been trashed while its files were copied.
    const [still] = await tx.select({ id: generations.id }).from(generations).where(ownGeneration(own)).for('no key update')
    if (!still) throw new Problem('not_found')
    await requireAllowed(tx, await hashesOf(tx, own.id))
    const token = randomBytes(16).toString('base64url')
    const [made] = await tx
      .insert(shares)
      .values({
        token,
        generationId: own.id,
        userId: own.userId,
        showPrompt: input.show_prompt,
        showThinking: input.show_thinking,
        expiresAt,
        placesRemoved,
      })
      .onConflictDoUpdate({
        target: shares.generationId,
        set: {
          showPrompt: input.show_prompt,
          showThinking: input.show_thinking,
          expiresAt,
          ...(placesRemoved && { placesRemoved }),
          // An expired link stays invalid: the new one gets another URL.
          token: sql`case when ${shares.expiresAt} <= now() then excluded.token else ${shares.token} end`,
          createdAt: sql`case when ${shares.expiresAt} <= now() then now() else ${shares.createdAt} end`,
        },
      })
      .returning()
    if (!made) throw new Error('the share was neither inserted nor updated')
    await tx
      .update(generations)
      .set({ updatedAt: sql`now()` })
      .where(eq(generations.id, own.id))
    await publishGeneration(tx, { userId: own.userId, generationId: own.id, status: generation.status })
    return made
  })
  return toShare(share)
}
