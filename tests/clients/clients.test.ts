import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clients } from '../../scripts/snapshots/clients.ts'
import { readPresent } from '../../scripts/snapshots/snapshots.ts'
// The world is on a database.
import '#tests/fixtures/runtime.ts'
import { type ClientName, clientNames, type Row } from './row.ts'
import { countOutcomes, rows } from './rows.ts'
import { answerOf, type OpenWorld, openWorld } from './world.ts'

/** Programs with the official clients, unchanged, over HTTP. docs/api.md has the table of these rows. */

let world: OpenWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const errorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ error: v.looseObject({ message: v.string(), param: v.optional(v.nullable(v.string())) }) }),
)

/** Makes the call of a row, and checks that it ends as the table says. */
async function check({ outcome, tries }: Row, client: ClientName): Promise<void> {
  const { upstream, answered, origin } = world
  upstream.answers(answerOf)
  const attempt = tries[client]?.({ ...(await world.clients()), upstream, answered, origin })
  if (outcome === 'works') {
    await attempt
    expect(answered.status).toBeLessThan(300)
    return
  }
  if (outcome !== 'absent' && 'ignores' in outcome) {
    await attempt
    expect(answered.headers.get('x-ignored-parameters')?.split(', ')).toContain(outcome.ignores)
    return
  }
  await expect(attempt).rejects.toThrow()
  if (outcome === 'absent') return expect(answered.status).toBe(404)
  expect(answered.status).toBeGreaterThanOrEqual(400)
  expect(answered.status).toBeLessThan(500)
  const { error } = v.parse(errorSchema, answered.body)
  // Anthropic's protocol has no field for the parameter.
  expect(error.param ?? error.message.split(':')[0]).toBe(outcome.refuses)
}

const cases = rows.flatMap((row) =>
  Object.entries(clientNames).flatMap(([client, name]) => {
    const tried = Object.keys(row.tries).find((one): one is ClientName => one === client)
    return tried ? [{ row, client: tried, name: `${row.call}: ${row.shows}, with ${name}` }] : []
  }),
)

test.each(cases.filter(({ row }) => row.isUsual))('a client gets what the table says: $name', ({ row, client }) => check(row, client))
test.each(cases.filter(({ row }) => !row.isUsual))('a client gets what the table says: $name', { tags: ['full'] }, ({ row, client }) =>
  check(row, client),
)

test('85 of at least 101 calls of the official client are answered, and 27 of those of the others; every refusal has a name', () => {
  const official = countOutcomes('openai')
  expect(official.tried).toBeGreaterThanOrEqual(101)
  expect(official.works).toBeGreaterThanOrEqual(85)
  const others = (['ai', 'langchain', 'agents', 'anthropic'] as const).map(countOutcomes)
  const sumOf = (key: keyof typeof official) => others.reduce((sum, one) => sum + one[key], 0)
  expect(sumOf('tried')).toBeGreaterThanOrEqual(28)
  expect(sumOf('works') + sumOf('ignored')).toBeGreaterThanOrEqual(27)
  // Batches are the one call that is not here.
  expect(official.absent + sumOf('absent')).toBe(1)
})

test('the table of the guide has the rows of this run', () => {
  const present = readPresent(clients)
  expect(clients.generate(present), 'run `npm run snapshots`').toBe(present)
})
