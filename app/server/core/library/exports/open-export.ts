import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { consents } from '#app/server/db/schema/consents.ts'
import { identities, passkeys } from '#app/server/db/schema/credentials.ts'
import { files, uploads } from '#app/server/db/schema/files.ts'
import { films } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { collectionItems, collections, drafts, savedPrompts, shares, threads } from '#app/server/db/schema/library.ts'
import { orders, payments } from '#app/server/db/schema/payments.ts'
import { pushSubscriptions } from '#app/server/db/schema/push.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { tokenAccounts, tokenEntries, tokenLots } from '#app/server/db/schema/tokens.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import { avatars, users } from '#app/server/db/schema/users.ts'
import { webhookDeliveries, webhooks } from '#app/server/db/schema/webhooks.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { isActive } from '../../active-account.ts'
import { fileName, storedName } from '../../making/files/file-name.ts'
import { archiveName } from '../../making/files/archive-name.ts'
import { storedEntry, type ZipEntry, zipOf } from '../../making/files/zip.ts'
import { Problem } from '../../problem.ts'

export type OpenExportOptions = { storage: Storage; userId: string }

type Work = Pick<typeof generations.$inferSelect, 'id' | 'prompt' | 'title' | 'createdAt'>

/** Rows per query, so that memory does not grow with the library. */
const batch = 200

/**
 * Streams a ZIP of all data of a person: account and works as JSON, and every file. It contains no credentials. A missing or truncated file
 * is named in `missing.json`; the archive is always complete.
 */
export async function openExport(db: Database, { storage, userId }: OpenExportOptions): Promise<ReadableStream<Uint8Array>> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isActive))
  if (!user) throw new Problem('not_found')
  return zipOf(entriesOf(db, storage, user))
}

async function* entriesOf(db: Database, storage: Storage, user: typeof users.$inferSelect): AsyncGenerator<ZipEntry, void> {
  const { id: userId, passwordHash, ...known } = user
  const json = (name: string, data: unknown): ZipEntry => ({
    name: `${name}.json`,
    lastModified: new Date(),
    input: `${JSON.stringify(data, null, 2)}\n`,
  })
  yield json('account', { id: userId, ...known, hasPassword: passwordHash !== null })
  const [avatar] = await db.select().from(avatars).where(eq(avatars.userId, userId))
  if (avatar) yield { name: 'avatar.webp', lastModified: avatar.createdAt, input: avatar.image }
  for (const [name, read] of Object.entries(listsOf(db, userId))) yield json(name, await read())

  yield { name: 'works.json', lastModified: new Date(), input: asList(worksOf(db, userId)) }
  const missing: string[] = []
  for await (const { id, prompt, title, createdAt } of worksOf(db, userId)) {
    const own = await db
      .select()
      .from(files)
      .where(and(eq(files.generationId, id), isNotNull(files.position)))
      .orderBy(asc(files.position))
    for (const { mediaType, storageKey, position } of own) {
      const name = `files/${id}/${fileName(title ?? prompt, { mediaType, number: own.length > 1 ? (position ?? 0) + 1 : undefined })}`
      yield* storedEntry(storage, { name, storageKey, lastModified: createdAt, onMissing: () => missing.push(name) })
    }
  }
  const uploaded = await db.select().from(uploads).where(eq(uploads.userId, userId)).orderBy(asc(uploads.id))
  for (const { id, name: sent, mediaType, storageKey, createdAt } of uploaded) {
    const kept = storedName({ name: sent, mediaType })
    const name = kept ? `uploads/${id}/${archiveName(kept)}` : `uploads/${fileName(id, { mediaType, number: undefined })}`
    yield* storedEntry(storage, { name, storageKey, lastModified: createdAt, onMissing: () => missing.push(name) })
  }
  if (missing.length > 0) yield json('missing', missing)
}

/** The small tables, without hashes of keys and tokens. */
function listsOf(db: Database, userId: string) {
  const { hash: _hash, ...keyColumns } = apiKeys
  const { id: orderId, kind, item, period, tokens, amount, currency, provider, status, createdAt, finishedAt } = orders
  const {
    remoteId: _remoteId,
    keyRef: _keyRef,
    attempts: _attempts,
    nextAt: _nextAt,
    atService: _atService,
    ...voiceColumns
  } = getTableColumns(voices)
  const { run, hash: _callHash, idempotencyKey: _callKey, ...requestFacts } = getTableColumns(runRequests)
  const requestColumns = {
    ...requestFacts,
    model: sql<string>`${run} ->> 'model'`,
    prompt: sql<string>`${run} ->> 'prompt'`,
    options: sql<unknown>`${run} -> 'options'`,
    inputs: sql<unknown>`${run} -> 'inputs'`,
    program: sql<unknown>`${run} -> 'program'`,
  }
  const { secret: _secret, oldSecret: _oldSecret, ...webhookColumns } = getTableColumns(webhooks)
  const { idempotencyKey: _filmKey, idempotencyHash: _filmHash, ...filmColumns } = getTableColumns(films)
  const { method: _method, ...subscriptionColumns } = getTableColumns(subscriptions)
  return {
    sessions: () => db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.id)),
    'sign-in-services': () => db.select().from(identities).where(eq(identities.userId, userId)),
    'api-keys': () =>
      db
        .select({ id: keyColumns.id, name: keyColumns.name, scopes: keyColumns.scopes, createdAt: keyColumns.createdAt })
        .from(apiKeys)
        .where(eq(apiKeys.userId, userId)),
    passkeys: () => db.select({ name: passkeys.name, createdAt: passkeys.createdAt }).from(passkeys).where(eq(passkeys.userId, userId)),
    orders: () =>
      db
        .select({ id: orderId, kind, item, period, tokens, amount, currency, provider, status, createdAt, finishedAt })
        .from(orders)
        .where(eq(orders.userId, userId))
        .orderBy(asc(orders.id)),
    payments: () => db.select().from(payments).where(eq(payments.userId, userId)).orderBy(asc(payments.id)),
    subscriptions: () =>
      db.select(subscriptionColumns).from(subscriptions).where(eq(subscriptions.userId, userId)).orderBy(asc(subscriptions.id)),
    balance: () => db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId)),
    'token-lots': () => db.select().from(tokenLots).where(eq(tokenLots.userId, userId)).orderBy(asc(tokenLots.id)),
    'token-ledger': () => db.select().from(tokenEntries).where(eq(tokenEntries.userId, userId)).orderBy(asc(tokenEntries.id)),
    conversations: () => db.select().from(threads).where(eq(threads.userId, userId)).orderBy(asc(threads.id)),
    collections: async () => {
      const rows = await db.select().from(collections).where(eq(collections.userId, userId)).orderBy(asc(collections.id))
      const ids = rows.map(({ id }) => id)
      const items = await db.select().from(collectionItems).where(inArray(collectionItems.collectionId, ids))
      const byCollection = Map.groupBy(items, ({ collectionId }) => collectionId)
      return rows.map((row) => ({ ...row, works: (byCollection.get(row.id) ?? []).map(({ generationId }) => generationId) }))
    },
    'saved-prompts': () => db.select().from(savedPrompts).where(eq(savedPrompts.userId, userId)).orderBy(asc(savedPrompts.id)),
    drafts: () => db.select().from(drafts).where(eq(drafts.userId, userId)),
    films: () => db.select(filmColumns).from(films).where(eq(films.userId, userId)).orderBy(asc(films.id)),
    voices: () =>
      db
        .select(voiceColumns)
        .from(voices)
        .where(and(eq(voices.userId, userId), ne(voices.status, 'deleting')))
        .orderBy(asc(voices.id)),
    // An allowed one is empty, because its run is a work.
    'run-requests': () => db.select(requestColumns).from(runRequests).where(eq(runRequests.userId, userId)).orderBy(asc(runRequests.id)),
    // Endpoints are left out, because they are secrets of the browser.
    'push-subscriptions': () =>
      db
        .select({ kinds: pushSubscriptions.kinds, prompts: pushSubscriptions.prompts, createdAt: pushSubscriptions.createdAt })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.userId, userId)),
    consents: () => db.select().from(consents).where(eq(consents.userId, userId)).orderBy(asc(consents.id)),
    webhooks: () => db.select(webhookColumns).from(webhooks).where(eq(webhooks.userId, userId)).orderBy(asc(webhooks.id)),
    'webhook-calls': () =>
      db.select().from(webhookDeliveries).where(eq(webhookDeliveries.userId, userId)).orderBy(asc(webhookDeliveries.id)),
    'public-links': () => db.select().from(shares).where(eq(shares.userId, userId)),
  }
}

async function* worksOf(db: Database, userId: string) {
  const own = and(eq(generations.userId, userId), isNull(generations.purgedAt))
  let after: SQL | undefined
  for (;;) {
    const { id, type, model, prompt, options, inputs, parentId, threadId, context, apiKeyId, status, text, cut, errorCode } = generations
    const { price, priceMilli, charged, chargedMilli, usage, favorite, title, createdAt, startedAt, finishedAt, deletedAt } = generations
    const { thinking, thinkingMs, sources, said, asked, calls } = generations
    const columns = {
      id,
      type,
      model,
      prompt,
      options,
      inputs,
      parentId,
      threadId,
      context,
      said,
      asked,
      calls,
      apiKeyId,
      status,
      text,
      thinking,
      thinkingMs,
      sources,
      cut,
      errorCode,
    }
    const rows = await db
      .select({ ...columns, price, priceMilli, charged, chargedMilli, usage, favorite, title, createdAt, startedAt, finishedAt, deletedAt })
      .from(generations)
      .where(and(own, after))
      .orderBy(asc(generations.id))
      .limit(batch)
    yield* rows satisfies Work[]
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = gt(generations.id, last.id)
  }
}

async function* asList(rows: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let first = true
  for await (const row of rows) {
    yield encoder.encode(`${first ? '[\n' : ',\n'}${JSON.stringify(row)}`)
    first = false
  }
  yield encoder.encode(first ? '[]\n' : '\n]\n')
}
