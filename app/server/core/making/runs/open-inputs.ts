import { writeFile } from 'node:fs/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import { files, uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import type { RunInput, Turn } from '#app/server/providers/kinds.ts'
import { type LocalFile, type Storage, StorageError } from '#app/server/storage/storage.ts'
import type { PastTurn } from '../generations/read-history.ts'
import type { GenerationRow } from '../generations/to-generation.ts'

export type OpenInputsOptions = { storage: Storage; row: Pick<GenerationRow, 'userId' | 'inputs'> }

/** Opens a run's inputs as local files until disposed. A source deleted since the submit fails the run with `invalid_input`. */
export async function openInputs(db: Database, { storage, row }: OpenInputsOptions): Promise<AsyncDisposable & { files: RunInput[] }> {
  await using stack = new AsyncDisposableStack()
  const opened: RunInput[] = []
  for (const input of row.inputs) {
    const source = await findSource(db, row.userId, input)
    if (!source) throw gone()
    const local = stack.use(await openSource(storage, source))
    opened.push({ role: input.role, mediaType: source.mediaType, path: local.path, ...(source.name && { name: source.name }) })
  }
  const kept = stack.move()
  return { files: opened, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

export type OpenTurnsOptions = { storage: Storage; userId: string; turns: readonly PastTurn[] }

/** Opens the files of earlier turns until disposed. */
export async function openTurns(db: Database, { storage, userId, turns }: OpenTurnsOptions): Promise<AsyncDisposable & { turns: Turn[] }> {
  await using stack = new AsyncDisposableStack()
  const opened: Turn[] = []
  for (const { attached, ...turn } of turns) {
    const { files } = stack.use(await openInputs(db, { storage, row: { userId, inputs: attached.map(({ input }) => input) } }))
    opened.push({ ...turn, files })
  }
  const kept = stack.move()
  return { turns: opened, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

type Source = { mediaType: string; name?: string | null; hasSound?: boolean | null } & ({ storageKey: string } | { text: string })

async function openSource(storage: Storage, source: Source): Promise<LocalFile> {
  if ('storageKey' in source) {
    return storage.openLocal(source.storageKey).catch((error: unknown) => {
      throw error instanceof StorageError && ['not_found', 'damaged'].includes(error.code) ? gone() : error
    })
  }
  const local = storage.openTemp()
  await writeFile(local.path, source.text, { mode: 0o600 })
  return local
}

/** Finds an upload, or a generation's result: a file or its text. */
export async function findSource(db: Database, userId: string, input: GenerationInput): Promise<Source | undefined> {
  if ('upload_id' in input) {
    const [upload] = await db
      .select({ storageKey: uploads.storageKey, mediaType: uploads.mediaType, name: uploads.name, hasSound: uploads.hasSound })
      .from(uploads)
      .where(and(eq(uploads.id, input.upload_id), eq(uploads.userId, userId)))
    return upload
  }
  const [made] = await db
    .select({ text: generations.text, storageKey: files.storageKey, mediaType: files.mediaType })
    .from(generations)
    .leftJoin(files, and(eq(files.generationId, generations.id), eq(files.position, input.index ?? 0)))
    .where(and(eq(generations.id, input.generation_id), eq(generations.userId, userId), isNull(generations.deletedAt)))
  if (made?.storageKey && made.mediaType) return { storageKey: made.storageKey, mediaType: made.mediaType }
  return made?.text ? { text: made.text, mediaType: 'text/plain' } : undefined
}

const gone = () => new ProviderError('invalid_input', 'a source of this run is gone')
