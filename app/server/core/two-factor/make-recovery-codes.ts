import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { recoveryCodes } from '../../db/schema.ts'
import { hashToken } from '../accounts/hash-token.ts'

const count = 10
/** Without letters and digits that look alike. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Ten new codes of 80 bits in the place of all earlier ones. Kept as hashes: this is the only time that they are known. */
export async function makeRecoveryCodes(tx: Transaction, { userId }: { userId: string }): Promise<string[]> {
  const codes = Array.from({ length: count }, () => Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join(''))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashToken(code) })))
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}
