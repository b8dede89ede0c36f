import { createHash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { avatarMegabytes, avatarPixels, avatarTypes } from '#app/contract/account/avatar.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { avatars, users } from '#app/server/db/schema/users.ts'
import { inspection } from '#app/server/inspection/inspection.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { inspectPicture, orProblem, unreadable } from '../../making/uploads/inspect-file.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { isActive } from '../../active-account.ts'

/** Returns the URL of an avatar; null without one. */
export const avatarUrl = (token: string | null): string | null => (token === null ? null : `${config.api.basePath}/v1/avatars/${token}`)

export type SetAvatarOptions = {
  userId: string
  /** The file's bytes as they arrive. Once the file is refused, the rest is not read. */
  content: AsyncIterable<Uint8Array>
}

/** Sets the avatar: a small square, re-encoded so that no metadata remains, under a new URL each time. */
export async function setAvatar(db: Database, attempts: Attempts, { userId, content }: SetAvatarOptions): Promise<void> {
  await attempts.avatar.take(userId)
  const image = await drawSmall(await receive(content), userId)
  const picture = { token: randomBytes(16).toString('base64url'), image, sha256: createHash('sha256').update(image).digest('hex') }
  await db.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) throw new Problem('unauthorized')
    await tx
      .insert(avatars)
      .values({ userId, ...picture })
      .onConflictDoUpdate({ target: avatars.userId, set: { ...picture, createdAt: new Date() } })
  })
}

/** Removes the avatar; having none is no error. */
export async function removeAvatar(db: Database, { userId }: { userId: string }): Promise<void> {
  await db.delete(avatars).where(eq(avatars.userId, userId))
}

/** Finds an avatar; hidden while its owner's account is scheduled for deletion. */
export async function findAvatar(db: Database, { token }: { token: string }): Promise<{ image: Uint8Array<ArrayBuffer>; sha256: string }> {
  const [found] = await db
    .select({ image: avatars.image, sha256: avatars.sha256 })
    .from(avatars)
    .innerJoin(users, and(eq(users.id, avatars.userId), isActive))
    .where(eq(avatars.token, token))
  if (!found) throw new Problem('not_found')
  return found
}

/** Reads the file into memory, which the size limit permits. */
async function receive(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > avatarMegabytes * 1_000_000) throw new Problem('payload_too_large', { limit: { of: 'image', mega: avatarMegabytes } })
    // Copied, because the stream reuses its buffer.
    chunks.push(Uint8Array.from(chunk))
  }
  return Buffer.concat(chunks)
}

async function drawSmall(file: Buffer, userId: string): Promise<Uint8Array<ArrayBuffer>> {
  await inspectPicture(file, { userId })
  const maxPixels = config.uploads.maxMegapixels * 1_000_000
  const drawn = await orProblem(inspection.run('drawAvatar', { file, types: avatarTypes, side: avatarPixels, maxPixels }, { userId }))
  if (!drawn) throw unreadable()
  return Uint8Array.from(drawn)
}
