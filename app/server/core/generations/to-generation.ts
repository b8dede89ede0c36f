import { and, asc, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Generation, GenerationFile } from '#app/contract/generations.ts'
import type { Locale } from '#config'
import type { Database, Transaction } from '../../db/database.ts'
import { files } from '../../db/schema/files.ts'
import { generations } from '../../db/schema/generations.ts'
import { collectionItems, shares } from '../../db/schema/library.ts'
import { tokenEntries } from '../../db/schema/tokens.ts'
import { translate } from '../../i18n.ts'
import type { Keys } from '../../keys.ts'
import type { Understanding } from '../../providers/provider.ts'
import type { Providers } from '../../providers/providers.ts'
import { signFileUrl } from '../files/file-url.ts'
import { toNote, toUnderstood, understandPrompt } from '../models/understand-prompt.ts'
import { countAhead } from './count-ahead.ts'
import { generationErrorTexts } from './error-texts.ts'

export type GenerationRow = typeof generations.$inferSelect
export type ViewOptions = { keys: Keys; providers: Providers; locale: Locale }

/** Converts rows to the API's generations, with files (signed links), receipts, collections and shares, each read once for all rows. */
export async function toGenerations(db: Database | Transaction, rows: GenerationRow[], view: ViewOptions): Promise<Generation[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [fileRows, entries, folders, sharedRows, ahead, cancels, understandings] = await Promise.all([
    db.select().from(files).where(inArray(files.generationId, ids)).orderBy(asc(files.position)),
    db.select().from(tokenEntries).where(inArray(tokenEntries.generationId, ids)).orderBy(asc(tokenEntries.id)),
    db.select().from(collectionItems).where(inArray(collectionItems.generationId, ids)).orderBy(asc(collectionItems.collectionId)),
    db
      .select({ id: shares.generationId })
      .from(shares)
      .where(and(inArray(shares.generationId, ids), or(isNull(shares.expiresAt), gt(shares.expiresAt, sql`now()`)))),
    countAhead(db, { providers: view.providers, rows }),
    Promise.all(rows.map((row) => cancelOf(row, view.providers))),
    Promise.all(rows.map((row) => understandingOf(row, view.providers))),
  ])
  const filesOf = Map.groupBy(fileRows, ({ generationId }) => generationId)
  const entriesOf = Map.groupBy(entries, ({ generationId }) => generationId)
  const foldersOf = Map.groupBy(folders, ({ generationId }) => generationId)
  const shared = new Set(sharedRows.map(({ id }) => id))
  return rows.map((row, index) => ({
    id: row.id,
    type: row.type,
    model: row.model,
    prompt: row.prompt,
    options: row.options,
    inputs: row.inputs,
    parent_id: row.parentId,
    thread_id: row.threadId,
    chord: row.chordId && row.chordPart ? { id: row.chordId, part: row.chordPart, waits: row.waitsFor !== null } : null,
    understood: shownUnderstanding(understandings[index]),
    note: row.advice && toNote(view.locale, row.advice),
    status: row.status,
    progress: row.progress,
    text: row.text,
    cut: row.cut,
    files: toFiles(filesOf.get(row.id) ?? [], row, view.keys),
    error: row.errorCode && { code: row.errorCode, detail: translate(view.locale, generationErrorTexts[row.errorCode]) },
    price: row.price,
    charged: row.charged,
    receipt: (entriesOf.get(row.id) ?? []).flatMap(({ kind, amount, createdAt, reason }) =>
      kind === 'hold' || kind === 'settle' || kind === 'release' ? [{ kind, amount, at: createdAt.toISOString(), reason }] : [],
    ),
    favorite: row.favorite,
    title: row.title,
    collection_ids: (foldersOf.get(row.id) ?? []).map(({ collectionId }) => collectionId),
    // Public links do not work in the trash.
    shared: shared.has(row.id) && row.deletedAt === null,
    ahead: ahead.get(row.id) ?? null,
    cancel: cancels[index] ?? null,
    deleted_at: row.deletedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  }))

  function shownUnderstanding(understanding: Understanding | null | undefined): Generation['understood'] {
    return understanding ? toUnderstood(view.locale, understanding) : null
  }
}

/** Runs from before it was stored are read again. */
async function understandingOf({ understanding, model, prompt, options, inputs }: GenerationRow, providers: Providers) {
  return understanding ?? understandPrompt(providers, { model, prompt, options, roles: inputs.map(({ role }) => role) })
}

async function cancelOf(row: GenerationRow, providers: Providers): Promise<Generation['cancel']> {
  if (row.finishedAt) return null
  if (row.cancelRequestedAt) return 'too_late'
  const model = row.status === 'running' ? await providers.find(row.model) : undefined
  if (!model || !providers.isRemote(model)) return 'free'
  return row.type === 'text' ? 'text_so_far' : 'if_confirmed'
}

function toFiles(rows: (typeof files.$inferSelect)[], { deletedAt }: GenerationRow, keys: Keys): GenerationFile[] {
  const link = (id: string) => signFileUrl(keys, id, { trashedAt: deletedAt })
  return rows
    .filter(({ position }) => position !== null)
    .map((file) => ({
      id: file.id,
      url: link(file.id),
      media_type: file.mediaType,
      bytes: file.bytes,
      width: file.width,
      height: file.height,
      duration_ms: file.durationMs,
      poster_url: file.posterId && link(file.posterId),
      thumbnail_url: file.thumbnailId && link(file.thumbnailId),
      placeholder: file.placeholder,
      peaks: file.peaks,
    }))
}

export async function toGeneration(db: Database | Transaction, row: GenerationRow, view: ViewOptions): Promise<Generation> {
  const [generation] = await toGenerations(db, [row], view)
  if (!generation) throw new Error(`generation ${row.id} vanished`)
  return generation
}
