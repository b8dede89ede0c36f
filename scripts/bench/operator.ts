/**
 * Compares the pages of the operator on an installation of 100,000 people and 1,000,000 runs with those on one of 1,000 of each, side by
 * side, and prints p50 and the ratio: `npm run bench:operator` on a temporary PostgreSQL server, `npm run bench:operator -- --embedded` on
 * PGlite (10,000 and 100,000). Options: `--people=`, `--runs=`, `--rounds=20`, `--only=part of a name`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { listBatches } from '#app/server/core/operation/codes/batches.ts'
import { listFailedMails } from '#app/server/core/operation/operations/failed-mails.ts'
import { listBlockedContent } from '#app/server/core/operation/operators/blocked-content.ts'
import { countPeople } from '#app/server/core/operation/operators/bulk-acts.ts'
import { getOverview } from '#app/server/core/operation/operators/get-overview.ts'
import { readQueue } from '#app/server/core/operation/operators/get-queue.ts'
import { getSpenders } from '#app/server/core/operation/operators/get-spenders.ts'
import { listGroups } from '#app/server/core/operation/operators/groups.ts'
import { listActs } from '#app/server/core/operation/operators/list-acts.ts'
import { getPerson, listPeople, listPersonEntries } from '#app/server/core/operation/operators/people.ts'
import { listReports } from '#app/server/core/operation/operators/reports.ts'
import { listRuns } from '#app/server/core/operation/operators/runs.ts'
import { listUnusualSignUps } from '#app/server/core/operation/operators/safety.ts'
import { listOrders } from '#app/server/core/operation/shop/orders.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { duration, quantile } from './numbers.ts'
import { fillInstallation, fillQueue, type Size } from './operator-fill.ts'

const textOf = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
const number = (name: string, otherwise: number) => Number(textOf(name) ?? otherwise)
const embedded = process.argv.includes('--embedded')
const large: Size = { people: number('people', embedded ? 10_000 : 100_000), runs: number('runs', embedded ? 100_000 : 1_000_000) }
const small: Size = { people: 1_000, runs: 1_000 }
const rounds = number('rounds', 20)
const only = textOf('only') ?? ''

const server = embedded ? undefined : await startPostgres()
const folder = await mkdtemp(join(tmpdir(), 'quartet-bench-operator-'))

async function openInstallation(name: string, size: Size) {
  let url: string | undefined
  if (server) {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    url = server.url.replace(/\/postgres$/, `/${name}`)
  }
  const handle = await openDatabase({ dataDir: join(folder, name), ...(url && { url }) })
  const { db } = handle
  const started = performance.now()
  await fillInstallation(db, size)
  console.log(`${handle.kind}: ${size.people} people and ${size.runs} runs written in ${duration(performance.now() - started)}`)
  const [busy] = await db.select().from(users).orderBy(users.id).limit(1).offset(1)
  const [order] = await db.select().from(orders).limit(1).offset(7)
  const [session] = await db.select().from(sessions).limit(1).offset(7)
  const [group] = await db.select().from(groups).where(eq(groups.name, 'Designers'))
  if (!busy || !order || !session || !group) throw new Error('The installation was not filled.')
  return { handle, db, busy, order, address: session.address ?? '', group }
}
type Installation = Awaited<ReturnType<typeof openInstallation>>

const view = { providers: openProviders([]), locale: 'en', actor: { userId: '', role: 'owner' } } as const
const keys = deriveKeys('a secret of the benchmark')
/** An id in the middle of all. */
const deepId = '01990000-0000-7000-8000-000000000000'
const actor = (id: string) => ({ userId: id, role: 'owner' }) as const
const people =
  (query: object) =>
  ({ db }: Installation) =>
    listPeople(db, { limit: 40, ...query })
const runs =
  (query: object) =>
  ({ db }: Installation) =>
    listRuns(db, { ...view, query: { limit: 40, ...query } })
const acts =
  (query: object) =>
  ({ db }: Installation) =>
    listActs(db, { limit: 40, ...query })
const shop =
  (query: object) =>
  ({ db }: Installation) =>
    listOrders(db, { limit: 40, ...query })

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const overview =
  (days: number) =>
  ({ db }: Installation) =>
    getOverview(db, { ...view, tokenValue: 0.01, query: { from: day(days - 1), to: day(0) } })

const cases: Record<string, (installation: Installation) => Promise<unknown>> = {
  'people, a page': people({}),
  'people, a page far down': ({ db, busy }) => listPeople(db, { limit: 40, cursor: Buffer.from(busy.id, 'latin1').toString('base64url') }),
  'people, by email': ({ db, busy }) => listPeople(db, { limit: 40, q: busy.email.slice(0, 6) }),
  'people, by name': ({ db, busy }) => listPeople(db, { limit: 40, q: (busy.name ?? '').slice(0, 5) }),
  'people, by one letter': people({ q: 'a' }),
  'people, nobody found': people({ q: 'zzzz' }),
  'people, by id': ({ db, busy }) => listPeople(db, { limit: 40, q: busy.id }),
  'people, by order': ({ db, order }) => listPeople(db, { limit: 40, q: order.id }),
  'people, by network address': ({ db, address }) => listPeople(db, { limit: 40, q: address }),
  'people, with a role': people({ role__in: ['support', 'operator', 'owner'] }),
  'people, blocked': people({ state__in: ['blocked'] }),
  'people, deleting': people({ state__in: ['deleting'] }),
  'people, of a group': ({ db, group }) => listPeople(db, { limit: 40, group: group.id }),
  'people, by balance': people({ sort: 'balance' }),
  'people, by tokens spent': people({ sort: 'spent' }),
  'people, by tokens spent, far down': ({ db }) =>
    listPeople(db, { limit: 40, sort: 'spent', cursor: Buffer.from(`spent.desc 5 ${deepId}`, 'latin1').toString('base64url') }),
  'people, by money paid': people({ sort: 'paid' }),
  'people, by last use': people({ sort: 'seen' }),
  'people, by last use, the first': people({ sort: 'seen', order: 'asc' }),
  'people, who never ran': people({ ran: 'no' }),
  'people, who paid': people({ paid: 'yes' }),
  'bulk, count of everybody': ({ db, busy }) => countPeople(db, { actor: actor(busy.id), filter: {} }),
  'bulk, count of a search': ({ db, busy }) => countPeople(db, { actor: actor(busy.id), filter: { q: busy.email.slice(0, 6) } }),
  'groups, with their people': ({ db }) => listGroups(db),
  'person, usual': ({ db, order }) => getPerson(db, { actor: actor(order.userId), personId: order.userId }),
  'person, with many runs': ({ db, busy }) => getPerson(db, { actor: actor(busy.id), personId: busy.id }),
  'person, ledger': ({ db, busy }) => listPersonEntries(db, { actor: actor(busy.id), personId: busy.id, query: { limit: 40 } }),
  'runs, a page': runs({}),
  'runs, of a person': ({ db, busy }) => listRuns(db, { ...view, query: { limit: 40, person: busy.id } }),
  'runs, failed': runs({ status__in: ['failed'] }),
  'runs, waiting or running': runs({ status__in: ['queued', 'running'] }),
  'runs, a rare error': runs({ error__in: ['refused'] }),
  'runs, an error that nobody had': runs({ error__in: ['timeout'] }),
  'runs, a rare model': runs({ model: 'rare/model' }),
  'runs, a model that nobody used': runs({ model: 'no/model' }),
  'runs, of a type': runs({ type__in: ['video'] }),
  'runs, by duration': runs({ sort: 'duration' }),
  'runs, by tokens': runs({ sort: 'tokens' }),
  'runs, by tokens, of a person': ({ db, busy }) => listRuns(db, { ...view, query: { limit: 40, sort: 'tokens', person: busy.id } }),
  'runs, of a week half a year ago': runs({ from: day(187), to: day(180) }),
  'runs, of an email': ({ db, busy }) => listRuns(db, { ...view, query: { limit: 40, q: busy.email } }),
  'runs, that took a minute': runs({ min_seconds: 60 }),
  'audit log, a page': acts({}),
  'audit log, of a person': ({ db, busy }) => listActs(db, { limit: 40, person: busy.id }),
  'audit log, of an actor': ({ db, busy }) => listActs(db, { limit: 40, actor: busy.id }),
  'audit log, a rare act': acts({ action__in: ['maintenance_changed'] }),
  'audit log, an act that nobody did': acts({ action__in: ['codes_revoked'] }),
  'orders, a page': shop({}),
  'orders, failed': shop({ status__in: ['failed'] }),
  'orders, by email': ({ db, busy }) => listOrders(db, { limit: 40, q: busy.email.slice(0, 6) }),
  'orders, by payment': ({ db, order }) => listOrders(db, { limit: 40, q: `pi_${order.id}` }),
  'sign-ups, unusual': ({ db }) => listUnusualSignUps(db),
  'overview, 7 days': overview(7),
  'overview, 30 days': overview(30),
  'overview, a year': overview(365),
  'spenders, 30 days': ({ db }) => getSpenders(db, { from: day(29), to: day(0) }),
  'codes, a page': ({ db }) => listBatches(db, { limit: 40 }),
  'reports, a page': ({ db }) => listReports(db, { keys, query: { limit: 40 } }),
  'reports, open': ({ db }) => listReports(db, { keys, query: { limit: 40, state: 'open' } }),
  'blocked content, a page': ({ db }) => listBlockedContent(db, { limit: 40 }),
  'failed emails': ({ db }) => listFailedMails(db),
}

/** Cases with as many waiting runs as people. */
const queueCases: typeof cases = {
  'queue, as many wait as people': ({ db }) => readQueue(db, { providers: view.providers, nameOf: (name) => name }),
  'queue, its runs': runs({ status__in: ['queued', 'running'] }),
  'queue, in the overview': overview(7),
}

const opened: Installation[] = []
try {
  for (const [name, size] of [
    ['small', small],
    ['large', large],
  ] as const)
    opened.push(await openInstallation(name, size))
  await measure(cases)
  for (const [index, { people: waiting }] of [small, large].entries()) {
    const installation = opened[index]
    if (installation) await fillQueue(installation.db, waiting)
  }
  await measure(queueCases)
} finally {
  for (const { handle } of opened) await handle.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(measured: typeof cases): Promise<void> {
  for (const [name, read] of Object.entries(measured)) {
    if (!name.includes(only)) continue
    const times = opened.map((): number[] => [])
    for (let round = -2; round < rounds; round += 1) {
      for (const [index, installation] of opened.entries()) {
        const started = performance.now()
        await read(installation)
        if (round >= 0) times[index]?.push(performance.now() - started)
      }
    }
    const [few = Number.NaN, many = Number.NaN] = times.map((list) => quantile(list, 0.5))
    console.log(`${name.padEnd(36)} ${duration(few).padStart(8)} ${duration(many).padStart(8)} ${(many / few).toFixed(1).padStart(7)}`)
  }
}
