import { headBytes, sniffMedium } from '../sniff-medium.ts'
import type { Answer, SourceType, Tasks } from '../tasks.ts'
import { openFlac } from './flac.ts'
import { openGif } from './gif.ts'
import { openMp3 } from './id3.ts'
import { openIsoMedia } from './iso-media.ts'
import { openJpeg } from './jpeg.ts'
import { openMatroska } from './matroska.ts'
import { openOgg } from './ogg.ts'
import { openPng } from './png.ts'
import { openWav, openWebp } from './riff.ts'
import { openSource, type Source, UnknownStructure } from './source.ts'
import type { Carrier } from './xmp.ts'

/** The formats of results. Raw AAC has no place for metadata. */
const openers: Record<string, (file: Source) => Promise<Carrier>> = {
  'image/png': openPng,
  'image/jpeg': openJpeg,
  'image/webp': openWebp,
  'image/gif': openGif,
  'image/avif': openIsoMedia,
  'video/mp4': openIsoMedia,
  'video/webm': openMatroska,
  'audio/mp4': openIsoMedia,
  'audio/mpeg': openMp3,
  'audio/wav': openWav,
  'audio/ogg': openOgg,
  'audio/flac': openFlac,
}

/** Returns the mark of a file; null if it has none, or its structure is unknown. */
export async function readMark({ path, mediaType }: Tasks['readMark']): Promise<SourceType | null> {
  await using file = await openSource(path)
  return await orUnknown(async () => (await openCarrier(file, mediaType))?.found ?? null)
}

export async function planMark({ path, mediaType, type }: Tasks['planMark']): Promise<Answer<'planMark'>> {
  await using file = await openSource(path)
  return await orUnknown(async () => {
    const carrier = await openCarrier(file, mediaType)
    return carrier && { size: file.size, edits: carrier.found ? [] : carrier.mark(type) }
  })
}

/** Reads the metadata; null if the format has none, or the first bytes are not those of the format. */
async function openCarrier(file: Source, mediaType: string): Promise<Carrier | null> {
  const head = await file.read(0, Math.min(headBytes, file.size))
  const opener = openers[mediaType]
  return opener && opener === openers[sniffMedium(head)?.mediaType ?? ''] ? opener(file) : null
}

async function orUnknown<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnknownStructure) return null
    throw error
  }
}
