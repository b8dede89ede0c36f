import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { recoveryCodes } from '#app/server/db/schema/credentials.ts'
import { hashSecret } from '../../secret.ts'

const count = 10
/** Letters and digits without those that look alike. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Replaces all recovery codes by ten new ones of 80 bits. They are stored as hashes, so they can be shown only now. */
export async function makeRecoveryCodes(tx: Transaction, { userId }: { userId: string }): Promise<string[]> {
  const codes = Array.from({ length: count }, () => Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join(''))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashSecret(code) })))
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}
