import { config } from '#config'
import type { uploads } from '../../db/schema/files.ts'
import { inspection } from '../../inspection/inspection.ts'
import { InspectionError } from '../../inspection/inspection-error.ts'
import type { RunOptions } from '../../inspection/open-lane.ts'
import type { Answer, GivenFile } from '../../inspection/tasks.ts'
import { Problem } from '../problem.ts'

export type Inspected = Pick<typeof uploads.$inferInsert, 'type' | 'mediaType' | 'width' | 'height' | 'durationMs' | 'pages'>
/** The type recognized from a file's first bytes. Its name and declared type are ignored. */
export type Container = NonNullable<Answer<'sniffContainer'>>

const { maxMegapixels, maxPages } = config.uploads

export const unreadable = (cause?: unknown) => new Problem('invalid_input', { fields: { file: 'file_unreadable' }, cause })

/** Rejects with a `Problem` for a file that a parser refused, and for one that ended its process. */
export async function orProblem<T>(inspected: Promise<T>): Promise<T> {
  try {
    return await inspected
  } catch (error) {
    if (!(error instanceof InspectionError) || error.reason === 'unavailable') throw error
    throw error.reason === 'unreadable'
      ? unreadable(error)
      : new Problem('invalid_input', { fields: { file: 'file_damaged' }, cause: error })
  }
}

/** Recognizes a file by its first bytes. Throws `file_unreadable` if no model accepts it. */
export async function sniffFile(head: Uint8Array, options: RunOptions): Promise<Container> {
  const container = await orProblem(inspection.run('sniffContainer', { head }, options))
  if (!container) throw unreadable()
  return container
}

/** Inspects a file just enough to be sure that it is usable. Throws `file_unreadable` or `file_damaged`. */
export async function inspectFile(path: string, container: Container, options: RunOptions): Promise<Inspected> {
  if (container.type === 'text') return await inspectText(path, container, options)
  if (container.type === 'document') return await inspectDocument(path, container, options)
  if (container.type !== 'image') return await inspectMedia(path, container, options)
  return { ...container, ...(await inspectPicture(path, options)), durationMs: null }
}

/** Throws unless an image is one picture with a permitted number of pixels. */
export async function inspectPicture(file: GivenFile, options: RunOptions): Promise<{ width: number; height: number }> {
  const { width, height, frames } = await orProblem(inspection.run('measurePicture', { file }, options))
  if (frames > 1) throw unreadable()
  if (width * height > maxMegapixels * 1_000_000) throw new Problem('payload_too_large', { limit: { of: 'pixels', mega: maxMegapixels } })
  return { width, height }
}

async function inspectMedia(path: string, { mediaType }: Container, options: RunOptions): Promise<Inspected> {
  const { video, hasAudio, seconds } = await orProblem(inspection.run('measureMedia', { path }, options))
  if (!video && !hasAudio) throw unreadable()
  const durationMs = Math.round(seconds * 1000)
  if (!video) return { type: 'audio', mediaType: mediaType.replace('video/', 'audio/'), width: null, height: null, durationMs }
  return { type: 'video', mediaType: mediaType.replace('audio/', 'video/'), ...video, durationMs }
}

async function inspectDocument(path: string, container: Container, options: RunOptions): Promise<Inspected> {
  const pages = await orProblem(inspection.run('countPages', { path }, options))
  if (pages < 1) throw unreadable()
  if (pages > maxPages) throw new Problem('payload_too_large', { limit: { of: 'pages', mega: maxPages } })
  return { ...container, width: null, height: null, durationMs: null, pages }
}

async function inspectText(path: string, container: Container, options: RunOptions): Promise<Inspected> {
  if (!(await orProblem(inspection.run('isText', { path }, options)))) throw unreadable()
  return { ...container, width: null, height: null, durationMs: null }
}
