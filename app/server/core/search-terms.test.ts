import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import { generations } from '../db/schema/generations.ts'
import { searchEntries } from '../db/schema/search.ts'
import { tokenEntries } from '../db/schema/tokens.ts'
import { findMatches, hasWords } from './search-terms.ts'

let handle: TestDatabase
beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

type Work = Partial<typeof generations.$inferInsert>

async function addWorks(userId: string, works: Work[]): Promise<string[]> {
  const rows = works.map((work) => ({
    id: uuidv7(),
    userId,
    type: 'image' as const,
    model: 'm',
    prompt: '',
    options: {},
    inputs: [],
    status: 'succeeded' as const,
    price: 0,
    priceMilli: 0,
    charged: 0,
    chargedMilli: 0,
    finishedAt: new Date(),
    ...work,
  }))
  await handle.db.insert(generations).values(rows)
  return rows.map(({ id }) => id)
}
const search = async (userId: string, typed: string) =>
  findMatches(handle.db, {
    userId,
    typed,
    table: generations,
    id: generations.id,
    work: generations.id,
    where: and(eq(generations.userId, userId), isNull(generations.deletedAt)),
    limit: 100,
  })

test('every way of a search finds the same page, in works and in the ledger', async () => {
  const { db } = handle
  const [ann, ben] = [await createUser(handle), await createUser(handle)]
  const thing = (n: number) =>
    `${n % 2 === 0 ? 'a lake' : 'озеро'} ${n % 7 === 0 ? 'at dawn' : 'in fog'} ${n > 35 ? 'harbor' : ''} ${n === 3 ? 'quokka' : ''}`
  for (const { id } of [ann, ben])
    await addWorks(
      id,
      Array.from({ length: 40 }, (_, n) => ({ prompt: thing(n), type: n % 3 === 0 ? ('text' as const) : ('image' as const) })),
    )
  const works = await db.select({ id: generations.id, userId: generations.userId }).from(generations).orderBy(generations.id)
  for (const { id, userId } of works)
    await db
      .insert(tokenEntries)
      .values((['hold', 'settle'] as const).map((kind) => ({ id: uuidv7(), userId, kind, amount: 0, generationId: id })))

  const lists = [
    {
      table: generations,
      id: generations.id,
      work: generations.id,
      where: and(eq(generations.userId, ann.id), ne(generations.type, 'text')),
    },
    { table: tokenEntries, id: tokenEntries.id, work: tokenEntries.generationId, where: eq(tokenEntries.userId, ann.id) },
  ]
  const paths = [
    { sample: 0, few: 100, known: 100, newest: 5 },
    { sample: 100, few: 0, known: 100, newest: 6 },
    { sample: 1_000, few: 2, known: 100, newest: 6 },
    { sample: 1_000, few: 0, known: 100, newest: 100 },
    { sample: 1_000, few: 0, known: 0, newest: 6 },
    { sample: 1_000, few: 0, known: 0, newest: 100 },
    { sample: 12, few: 0, known: 0, newest: 6 },
  ]
  for (const list of lists)
    for (const typed of ['lakes', 'озёра', 'озера', 'dawn', 'harb', 'quokka', '"lake in fog"', 'lake dawn', 'nothing', '"lake at" daw'])
      for (const limit of [3, 50]) {
        const expected = await db
          .select({ id: list.id })
          .from(list.table)
          .innerJoin(searchEntries, eq(searchEntries.generationId, list.work))
          .where(and(list.where, hasWords(ann.id, typed)))
          .orderBy(sql`${list.id} desc`)
          .limit(limit)
        const found: unknown[] = []
        for (const steps of paths) found.push(await findMatches(db, { ...list, userId: ann.id, typed, limit, steps }))
        expect(found, `${typed}, ${limit}`).toEqual(paths.map(() => expected.map(({ id }) => id)))
      }
})

test('words follow a title, a finished text and a deletion, and a text being written does not count', async () => {
  const { db } = handle
  const { id: userId } = await createUser(handle)
  const [id = ''] = await addWorks(userId, [
    { prompt: 'a river', type: 'text', status: 'running', text: 'half', finishedAt: null, charged: null, chargedMilli: null },
  ])
  const set = (work: Work) => db.update(generations).set(work).where(eq(generations.id, id))
  expect(await search(userId, 'rivers')).toEqual([id])
  await set({ text: 'half of it' })
  expect(await search(userId, 'half')).toEqual([])
  await set({ status: 'succeeded', finishedAt: new Date(), charged: 0, chargedMilli: 0 })
  expect(await search(userId, 'half')).toEqual([id])
  await set({ title: "O'Hara's \\ bridge" })
  expect(await search(userId, 'bridges half river')).toEqual([id])
  expect(await search(userId, "o'hara")).toEqual([id])
  await set({ prompt: '', title: null, text: null })
  expect(await search(userId, 'river')).toEqual([])
  expect(await db.$count(searchEntries, eq(searchEntries.generationId, id))).toBe(0)
})

test('a work with more words than an entry can have is found by its first ones', async () => {
  const { id: userId } = await createUser(handle)
  // Short words of many bytes, each once: with their positions they exceed the megabyte of a tsvector.
  const text = Array.from({ length: 70_000 }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000), 0x4e00 + Math.floor(n / 20_000))).join(
    ' ',
  )
  const [id = ''] = await addWorks(userId, [{ prompt: 'an inventory', type: 'text', text }])
  expect(await search(userId, 'inventories')).toEqual([id])
  expect(await search(userId, text.slice(0, 2))).toEqual([id])
  expect(await search(userId, 'x'.repeat(200))).toEqual([])
})

test('a person whose id ends alike is not found', async () => {
  const ann = await createUser(handle)
  const ben = await createUser(handle, { id: `${uuidv7().slice(0, -6)}${ann.id.slice(-6)}` })
  await addWorks(ben.id, [{ prompt: 'a secret garden' }])
  expect(await search(ann.id, 'garden')).toEqual([])
  expect(await search(ben.id, 'garden')).toHaveLength(1)
})
