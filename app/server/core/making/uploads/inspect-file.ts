import { config, type Locale } from '#config'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { uploads } from '#app/server/db/schema/files.ts'
import { inspection } from '#app/server/inspection/inspection.ts'
import { type Converted, convertedTypes } from '#app/server/inspection/converted-types.ts'
import { InspectionError } from '#app/server/inspection/inspection-error.ts'
import type { RunOptions } from '#app/server/inspection/open-lane.ts'
import type { KnownFormat } from '#app/server/inspection/known-formats.ts'
import type { Answer, GivenFile, PackedType } from '#app/server/inspection/tasks.ts'
import { Problem, type ProblemOptions } from '../../problem.ts'

export type Inspected = Pick<typeof uploads.$inferInsert, 'type' | 'mediaType' | 'width' | 'height' | 'durationMs' | 'pages' | 'hasSound'>
/** The type recognized from a file's first bytes. Its name and declared type are ignored. */
export type Container = Extract<Answer<'sniffContainer'>, { type: unknown }>

const { maxMegapixels, maxPages } = config.uploads
const maxPixels = maxMegapixels * 1_000_000
const tooManyPixels = () => new Problem('payload_too_large', { limit: { of: 'pixels', mega: maxMegapixels } })

/** A refusal of an uploaded file, by its cause. */
export const refusedFile = (code: FieldErrorCode, options: Pick<ProblemOptions, 'cause' | 'format'> = {}) =>
  new Problem('invalid_input', { ...options, fields: { file: code } })
export const unreadable = (cause?: unknown) => refusedFile('file_unreadable', { cause })

const formatCodes = {
  archive: 'file_archive',
  program: 'file_program',
  format: 'file_format',
} as const satisfies Record<KnownFormat['cause'], FieldErrorCode>
const ofFormat = ({ cause, name, saveAs }: KnownFormat) => refusedFile(formatCodes[cause], { format: { name, saveAs } })

/** Rejects with a `Problem` for a file that a parser refused, for the cause in `unread`, and for one that ended its process. */
export async function orProblem<T>(inspected: Promise<T>, unread: FieldErrorCode = 'file_unreadable'): Promise<T> {
  try {
    return await inspected
  } catch (error) {
    if (!(error instanceof InspectionError) || error.reason === 'unavailable') throw error
    throw refusedFile(error.reason === 'unreadable' ? unread : 'file_damaged', { cause: error })
  }
}

/** Like `orProblem`, for a file whose beginning was recognized: what its parser does not read is damaged. */
const orDamaged = <T>(inspected: Promise<T>) => orProblem(inspected, 'file_damaged')

/** Recognizes a file by its first bytes. Throws the cause for which no model accepts it. */
export async function sniffFile(head: Uint8Array, options: RunOptions): Promise<Container> {
  if (head.length === 0) throw refusedFile('file_empty')
  const container = await orProblem(inspection.run('sniffContainer', { head }, options))
  if (!container) throw refusedFile('file_binary')
  if ('refused' in container) throw container.refused === 'animated' ? refusedFile('file_animated') : ofFormat(container.refused)
  return container
}

/** `to`: the path to which a text is written that is not stored as it came. `locale`: the person's language, which decides its encoding. */
export type InspectOptions = RunOptions & { to: string; locale: Locale }
/** `isConverted`: whether the file to store is the one at `to`. */
export type InspectedFile = { facts: Inspected; isConverted: boolean }

/** Inspects a file just enough to be sure that it is usable, and throws the cause if it is not. */
export async function inspectFile(path: string, container: Container, options: InspectOptions): Promise<InspectedFile> {
  const { type, mediaType } = container
  if (type === 'text') return await readText(path, mediaType, options)
  if (isConvertedType(mediaType)) {
    const made = await convert(path, mediaType, options)
    return { facts: await inspectStored(options.to, made, options), isConverted: true }
  }
  return { facts: await inspectStored(path, container, options), isConverted: false }
}

type Medium = Pick<Container, 'type' | 'mediaType'>

async function inspectStored(path: string, { type, mediaType }: Medium, options: RunOptions): Promise<Inspected> {
  if (type === 'document') return await inspectDocument(path, mediaType, options)
  if (type !== 'image') return await inspectMedia(path, mediaType, options)
  return { type, mediaType, ...(await inspectPicture(path, options, 'file_damaged')), durationMs: null }
}

const isConvertedType = (mediaType: string): mediaType is Converted => convertedTypes.some((type) => type === mediaType)

async function convert(path: string, mediaType: Converted, { to, ...options }: InspectOptions): Promise<Medium> {
  const made = await orDamaged(inspection.run('convert', { path, to, mediaType, maxPixels }, options))
  if (!('refused' in made)) return made
  throw made.refused === 'pixels' ? tooManyPixels() : refusedFile('file_many_pages')
}

/** Throws unless an image is one picture with a permitted number of pixels. */
export async function inspectPicture(
  file: GivenFile,
  options: RunOptions,
  unread?: FieldErrorCode,
): Promise<{ width: number; height: number }> {
  const { width, height, frames } = await orProblem(inspection.run('measurePicture', { file, decodes: maxPixels }, options), unread)
  if (frames > 1) throw refusedFile('file_animated')
  if (width * height > maxPixels) throw tooManyPixels()
  return { width, height }
}

async function inspectMedia(path: string, sniffed: Medium['mediaType'], options: RunOptions): Promise<Inspected> {
  if (sniffed === 'audio/wav') await orDamaged(inspection.run('mendWave', { path }, options))
  const { video, hasAudio, seconds, mediaType = sniffed } = await orDamaged(inspection.run('measureMedia', { path }, options))
  if (!video && !hasAudio) throw refusedFile('file_without_media')
  const durationMs = Math.round(seconds * 1000)
  if (!video) return { type: 'audio', mediaType: mediaType.replace('video/', 'audio/'), width: null, height: null, durationMs }
  return { type: 'video', mediaType: mediaType.replace('audio/', 'video/'), ...video, durationMs, hasSound: hasAudio }
}

async function inspectDocument(path: string, mediaType: Medium['mediaType'], options: RunOptions): Promise<Inspected> {
  const counted = await orDamaged(inspection.run('countPages', { path }, options))
  if ('refused' in counted) throw refusedFile('file_needs_password')
  const { pages } = counted
  if (pages > maxPages) throw new Problem('payload_too_large', { limit: { of: 'pages', mega: maxPages } })
  return { type: 'document', mediaType, ...noSize, pages }
}

const packed: readonly string[] = ['application/zip', 'application/x-cfb', 'application/rtf'] satisfies PackedType[]
/** Whether a file is a document of an office program, or may be one. */
export const isPacked = (mediaType: string): mediaType is PackedType => packed.includes(mediaType)

const noSize = { width: null, height: null, durationMs: null }
const textCodes = { empty: 'file_empty', binary: 'file_binary', encoding: 'file_encoding_unknown' } as const
const officeCodes = {
  password: 'file_needs_password',
  damaged: 'file_damaged',
  without_text: 'file_without_text',
  too_much: 'file_too_much',
} as const

/** Reads a text, or the text of a document of an office program, which is stored instead of the document. */
async function readText(
  path: string,
  mediaType: Container['mediaType'],
  { to, locale, ...options }: InspectOptions,
): Promise<InspectedFile> {
  if (isPacked(mediaType)) {
    const read = await orProblem(inspection.run('readOffice', { path, to, mediaType }, options))
    if ('refused' in read) throw typeof read.refused === 'string' ? refusedFile(officeCodes[read.refused]) : ofFormat(read.refused)
    return { facts: { type: 'text', mediaType: 'text/markdown', ...noSize }, isConverted: true }
  }
  const read = await orProblem(inspection.run('readText', { path, to, locale }, options))
  if ('refused' in read) throw refusedFile(textCodes[read.refused])
  return { facts: { type: 'text', mediaType: 'text/plain', ...noSize }, isConverted: read.isConverted }
}
