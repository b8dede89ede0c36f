import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { FileKind } from '#app/contract/base/values.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { files, uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'

/** The properties of an input's file that decide about limits and price. */
export type Source = {
  type: FileKind
  mediaType: string
  bytes: number
  pages: number | null
  durationMs: number | null
  /** Whether a video has sound; null if it is not known before the file is opened. */
  hasSound: boolean | null
}

const uploadKey = (id: string) => `upload ${id}`
const generationKey = (id: string, index: number) => `generation ${id} ${index}`
const keyOf = (input: GenerationInput): string =>
  'upload_id' in input ? uploadKey(input.upload_id) : generationKey(input.generation_id, input.index ?? 0)

/**
 * Reads the sources of inputs. The result maps an input to its source, or to undefined if the person cannot use it: another person's,
 * deleted or unfinished.
 */
export async function readSources(
  db: Database | Transaction,
  userId: string,
  inputs: readonly GenerationInput[],
): Promise<(input: GenerationInput) => Source | undefined> {
  if (inputs.length === 0) return () => undefined
  const uploadIds = inputs.flatMap((input) => ('upload_id' in input ? [input.upload_id] : []))
  const generationIds = inputs.flatMap((input) => ('generation_id' in input ? [input.generation_id] : []))
  const { type, mediaType, bytes, pages, durationMs, hasSound } = uploads
  const uploaded = await db
    .select({ id: uploads.id, type, mediaType, bytes, pages, durationMs, hasSound })
    .from(uploads)
    .where(and(inArray(uploads.id, uploadIds), eq(uploads.userId, userId)))
  const made = await db
    .select({
      id: generations.id,
      type: generations.type,
      text: generations.text,
      position: files.position,
      mediaType: files.mediaType,
      bytes: files.bytes,
      durationMs: files.durationMs,
    })
    .from(generations)
    .leftJoin(files, and(eq(files.generationId, generations.id), isNotNull(files.position)))
    .where(
      and(
        inArray(generations.id, generationIds),
        eq(generations.userId, userId),
        eq(generations.status, 'succeeded'),
        isNull(generations.deletedAt),
      ),
    )
  const giving = made.flatMap((one) => {
    const words = { ...one, type: 'text' as const, position: null, mediaType: null, bytes: null, durationMs: null }
    // The text of an answer comes before its images; a transcript is used as a text.
    const isText = one.type === 'text' || (one.type === 'audio' && one.position === null)
    return [
      ...(isText && one.text !== null ? [words] : []),
      ...(one.position === null ? [] : [{ ...one, type: one.type === 'text' ? ('image' as const) : one.type }]),
    ]
  })
  const sources = new Map<string, Source>([
    ...uploaded.map(({ id, ...source }) => [uploadKey(id), source] as const),
    ...giving.map(
      ({ id, type, position, text, mediaType, bytes, durationMs }) =>
        [
          generationKey(id, position ?? 0),
          {
            type,
            mediaType: mediaType ?? 'text/plain',
            bytes: bytes ?? Buffer.byteLength(text ?? ''),
            pages: null,
            durationMs,
            hasSound: null,
          },
        ] as const,
    ),
  ])
  return (input) => sources.get(keyOf(input))
}
