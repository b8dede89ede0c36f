import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { config } from '#config'
import type { uploads } from '../../db/schema/files.ts'
import { Problem } from '../problem.ts'
import { countPages } from './count-pages.ts'
import type { Container } from './sniff-container.ts'

export type Inspected = Pick<typeof uploads.$inferInsert, 'type' | 'mediaType' | 'width' | 'height' | 'durationMs' | 'pages'>

/** Inspects a file just enough to be sure that it is usable. Throws `file_unreadable`. */
export async function inspectFile(path: string, container: Container): Promise<Inspected> {
  try {
    if (container.type === 'text') return await inspectText(path, container)
    if (container.type === 'document') return await inspectDocument(path, container)
    return container.type === 'image' ? await inspectImage(path, container) : await inspectMedia(path, container)
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(error)
  }
}

export const unreadable = (cause?: unknown) => new Problem('invalid_input', { fields: { file: 'file_unreadable' }, cause })

async function inspectImage(path: string, { mediaType }: Container): Promise<Inspected> {
  return { type: 'image', mediaType, ...(await inspectPicture(path)), durationMs: null }
}

/** Reads the header only, because an image of a few bytes can decode to gigabytes. */
export async function inspectPicture(file: string | Buffer): Promise<{ width: number; height: number }> {
  const { default: sharp } = await import('sharp')
  const { pages = 1, autoOrient } = await sharp(file, { limitInputPixels: false, failOn: 'none' }).metadata()
  const { width, height } = autoOrient
  if (pages > 1 || !(width > 0) || !(height > 0)) throw unreadable()
  const { maxMegapixels } = config.uploads
  if (width * height > maxMegapixels * 1_000_000) throw new Problem('payload_too_large', { limit: { of: 'pixels', mega: maxMegapixels } })
  return { width, height }
}

async function inspectMedia(path: string, { mediaType }: Container): Promise<Inspected> {
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path, { handleUnhandledError: () => undefined }) })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  if ((!video && !audio) || !Number.isFinite(seconds) || seconds <= 0) throw unreadable()
  const durationMs = Math.round(seconds * 1000)
  if (!video) return { type: 'audio', mediaType: mediaType.replace('video/', 'audio/'), width: null, height: null, durationMs }
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
  return { type: 'video', mediaType: mediaType.replace('audio/', 'video/'), width, height, durationMs }
}

async function inspectDocument(path: string, { type, mediaType }: Container): Promise<Inspected> {
  const pages = countPages(await readFile(path))
  if (pages < 1) throw unreadable()
  const { maxPages } = config.uploads
  if (pages > maxPages) throw new Problem('payload_too_large', { limit: { of: 'pages', mega: maxPages } })
  return { type, mediaType, width: null, height: null, durationMs: null, pages }
}

async function inspectText(path: string, { type, mediaType }: Container): Promise<Inspected> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of createReadStream(path)) if (decoder.decode(chunk, { stream: true }).includes('\0')) throw unreadable()
  decoder.decode()
  return { type, mediaType, width: null, height: null, durationMs: null }
}
