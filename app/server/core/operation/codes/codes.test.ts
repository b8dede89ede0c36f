import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import { codes } from '#app/server/db/schema/codes.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { Problem } from '../../problem.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { createBatch, revokeBatch } from './batches.ts'
import { readCode } from './code.ts'
import { redeemCode } from './redeem-code.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const allowed = {
  take: async () => ({ limit: 1, remaining: 1, resetSeconds: 1 }),
  giveBack: async () => undefined,
  allows: async () => true,
  count: async () => ({ tries: 0, retryAfter: 0 }),
  clear: async () => undefined,
}
const unlimited = { codeByPerson: allowed, codeByAddress: allowed }
const act = { userId: null, address: null, reason: 'a class' }

type Batch = { tokens?: number; count?: number; once_per_person?: boolean; expires_at?: string | null }
const create = (batch: Batch = {}) =>
  createBatch(database.db, { ...act, input: { name: 'Spring', tokens: 100, count: 2, once_per_person: true, reason: '', ...batch } })
/** Returns the tokens granted, or the reason of the refusal. */
const redeem = (userId: string, typed: string, now?: Date) =>
  redeemCode(database.db, unlimited, { userId, typed, address: '198.51.100.7', ...(now && { now }) }).then(
    ({ tokens }) => tokens,
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return error.fields?.code ?? error.code
    },
  )
const balanceOf = async (userId: string) =>
  (await database.db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId)))[0]?.available

test('a code is read however it is typed', () => {
  expect(readCode(' 7k3m q2xv–90da ')).toBe('7K3M-Q2XV-90DA')
  expect(readCode('OOOO-IIII-LLLL')).toBe('0000-1111-1111')
  for (const wrong of ['', '7K3M-Q2XV-90D', '7K3M-Q2XV-90DAA', '7K3M-Q2XV-90D!', 'ЖЖЖЖ-ЖЖЖЖ-ЖЖЖЖ']) expect(readCode(wrong)).toBeNull()
})

test('codes are stored as hashes, and every refusal has its reason', async () => {
  const [ann, bob] = [await createUser(database), await createUser(database)]
  const { batch, codes: made } = await create()
  const [first = '', second = ''] = made
  const stored = await database.db.select().from(codes).where(eq(codes.batchId, batch.id))
  expect(made.some((code) => JSON.stringify(stored).includes(code))).toBe(false)
  expect(await redeem(ann.id, 'nonsense')).toBe('code_unknown')
  expect(await redeem(ann.id, '0000-0000-0000')).toBe('code_unknown')
  expect(await redeem(ann.id, first.toLowerCase())).toBe(100)
  expect(await redeem(ann.id, first)).toBe('code_yours')
  expect(await redeem(bob.id, first)).toBe('code_used')
  expect(await redeem(ann.id, second)).toBe('code_once')
  const unverified = await createUser(database, { emailVerifiedAt: null })
  expect(await redeem(unverified.id, second)).toBe('code_needs_email')
  const barred = await createUser(database, { freeTokensBarred: 'disposable_email' })
  expect(await redeem(barred.id, second)).toBe('code_not_for_you')
  await revokeBatch(database.db, { ...act, id: batch.id })
  expect(await redeem(bob.id, second)).toBe('code_revoked')
  const brief = await create({ expires_at: '2027-01-01T00:00:00.000Z' })
  expect(await redeem(bob.id, brief.codes[0] ?? '', new Date('2027-01-01'))).toBe('code_expired')
  expect([await balanceOf(ann.id), await balanceOf(bob.id)]).toEqual([100, 0])
  const acts = await database.db.select().from(operatorActs).orderBy(operatorActs.id)
  expect(acts.map(({ action, after }) => [action, after?.tokens ?? after?.unused])).toEqual([
    ['codes_created', 100],
    ['codes_revoked', 1],
    ['codes_created', 100],
  ])
})

test('however people race for codes, each code grants once, and once per person if the batch says so', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.record({ person: fc.nat(2), code: fc.nat(3) }), { minLength: 6, maxLength: 14 }),
      fc.boolean(),
      async (oncePerPerson, tries, revokes) => {
        const people = [await createUser(database), await createUser(database), await createUser(database)]
        const { batch, codes: made } = await create({ count: 4, tokens: 7, once_per_person: oncePerPerson })
        const racing = tries.map(async ({ person, code }) => ({
          person,
          code,
          got: await redeem(people[person]?.id ?? '', made[code] ?? ''),
        }))
        const revoking = revokes ? revokeBatch(database.db, { ...act, id: batch.id }) : undefined
        const results = await Promise.all(racing)
        await revoking
        const granted = results.filter(({ got }) => got === 7)
        expect(new Set(granted.map(({ code }) => code)).size).toBe(granted.length)
        if (oncePerPerson) expect(new Set(granted.map(({ person }) => person)).size).toBe(granted.length)
        if (!revokes) expect(granted.length).toBeGreaterThan(0)
        for (const [index, { id }] of people.entries())
          expect(await balanceOf(id)).toBe(7 * granted.filter(({ person }) => person === index).length)
        expect(await auditLedger(database.db)).toEqual([])
      },
    ),
    { numRuns: 6 },
  )
})
