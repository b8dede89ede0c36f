import { and, eq, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { files } from '../../db/schema/files.ts'
import { generations } from '../../db/schema/generations.ts'
import type { Database } from '../../db/database.ts'
import type { Storage } from '../../storage/storage.ts'
import { markFile, readMark } from '../marks/mark-file.ts'
import { Problem } from '../problem.ts'

type FileRow = typeof files.$inferSelect

/** The key of the copy, which is a row of `files` without a position: deleting a work's files deletes it too. */
export const cleanKeyOf = ({ storageKey }: Pick<FileRow, 'storageKey'>) => `${storageKey}-clean`

/** Subtitles and lyrics derive from the prompt, so hiding it hides them as well. */
export const isCaptions = ({ mediaType }: Pick<FileRow, 'mediaType'>) => mediaType === 'text/vtt' || mediaType === 'application/x-subrip'

/**
 * Makes a copy of each result without other metadata than the mark of AI: files contain the prompt in PNG text chunks, XMP, MP4 and ID3 tags, and services may write
 * it anywhere. Throws `prompt_in_file` if that is impossible.
 */
export async function makeCleanCopies(db: Database, { storage, generationId }: { storage: Storage; generationId: string }): Promise<void> {
  const rows = await db.select().from(files).where(eq(files.generationId, generationId))
  const keys = new Set(rows.map(({ storageKey }) => storageKey))
  for (const row of rows) {
    const key = cleanKeyOf(row)
    if (row.position === null || isCaptions(row) || keys.has(key)) continue
    await using original = await storage.openLocal(row.storageKey)
    await using copy = storage.openTemp()
    await writeClean(original.path, copy.path, row.mediaType).catch((cause: unknown) => {
      throw new Problem('invalid_input', { fields: { show_prompt: 'prompt_in_file' }, cause })
    })
    const stored = await storage.putFile(key, copy.path)
    const kept = await db.transaction(async (tx) => {
      const [owner] = await tx
        .select({ id: generations.id })
        .from(generations)
        .where(and(eq(generations.id, generationId), isNull(generations.purgedAt)))
        .for('share')
      if (!owner) return false
      await tx.insert(files).values({
        ...row,
        ...stored,
        id: uuidv7(),
        position: null,
        posterId: null,
        thumbnailId: null,
        peaks: null,
        placeholder: null,
        storageKey: key,
      })
      return true
    })
    if (!kept) {
      await storage.delete(key)
      throw new Problem('not_found')
    }
  }
}

/** Copies nothing of the metadata but the mark that AI made the work, which contains no prompt. */
async function writeClean(from: string, to: string, mediaType: string): Promise<void> {
  const mark = await readMark({ path: from, mediaType })
  await (mediaType.startsWith('image/') ? cleanPicture(from, to, mediaType) : cleanMedia(from, to, mediaType))
  if (mark && !(await markFile({ path: to, mediaType }, mark))) throw new Error(`no way to mark ${mediaType}`)
}

/** Re-encodes a picture from its pixels; sharp drops metadata by default. */
async function cleanPicture(from: string, to: string, mediaType: string): Promise<void> {
  const { default: sharp } = await import('sharp')
  const picture = sharp(from, { animated: true }).autoOrient()
  switch (mediaType) {
    case 'image/png':
      await picture.png({ compressionLevel: 6 }).toFile(to)
      return
    case 'image/jpeg':
      await picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toFile(to)
      return
    case 'image/webp':
      await picture.webp({ quality: 95, effort: 3 }).toFile(to)
      return
    case 'image/avif':
      await picture.avif({ quality: 80, effort: 2 }).toFile(to)
      return
    case 'image/gif':
      await picture.gif().toFile(to)
      return
    default:
      throw new Error(`no way to copy ${mediaType}`)
  }
}

/** Remuxes the packets into a new container. */
async function cleanMedia(from: string, to: string, mediaType: string): Promise<void> {
  const { ALL_FORMATS, Conversion, FilePathSource, FilePathTarget, Input, Output } = await import('mediabunny')
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(from, { handleUnhandledError: () => undefined }) })
  const output = new Output({ format: await containerOf(mediaType), target: new FilePathTarget(to) })
  const conversion = await Conversion.init({ input, output, tags: {}, showWarnings: false })
  if (!conversion.isValid || conversion.discardedTracks.length > 0) throw new Error(`not all of a ${mediaType} can be copied`)
  await conversion.execute()
}

async function containerOf(mediaType: string) {
  const media = await import('mediabunny')
  switch (mediaType) {
    // The index comes first, so that playback can start before the download ends.
    case 'video/mp4':
    case 'audio/mp4':
      return new media.Mp4OutputFormat({ fastStart: 'in-memory' })
    case 'video/webm':
    case 'audio/webm':
      return new media.WebMOutputFormat()
    case 'audio/mpeg':
      return new media.Mp3OutputFormat()
    case 'audio/ogg':
    case 'audio/opus':
      return new media.OggOutputFormat()
    case 'audio/wav':
      return new media.WavOutputFormat()
    case 'audio/flac':
      return new media.FlacOutputFormat()
    case 'audio/aac':
      return new media.AdtsOutputFormat()
    default:
      throw new Error(`no way to copy ${mediaType}`)
  }
}
