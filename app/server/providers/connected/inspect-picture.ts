import type { Sharp } from 'sharp'
import { type ProducedFile, ProviderError } from '../provider.ts'

export type ResultPaths = { file: string; poster: string; thumbnail: string }
export type Stills = Required<Pick<ProducedFile, 'poster' | 'thumbnail'>>

/** More than any service draws; limits the memory, because a small file can decode to gigabytes. */
const mostPixels = 64_000_000
const decodeSeconds = 20
const posterWidth = 640
const thumbnailWidth = 320

/** Decodes a whole picture, and scales it down for lists. */
export async function inspectPicture(paths: ResultPaths, mediaType: string): Promise<ProducedFile> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = () => sharp(paths.file, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }).timeout({ seconds: decodeSeconds })
    const { autoOrient } = await picture().metadata()
    const { width, height } = autoOrient
    return {
      path: paths.file,
      mediaType,
      width,
      height,
      durationMs: null,
      ...(await makeStills(() => picture().autoOrient(), paths)),
      peaks: null,
    }
  } catch {
    throw new ProviderError('temporary', 'the result is no picture that can be read')
  }
}

export async function makeStills(picture: () => Sharp, paths: ResultPaths): Promise<Stills> {
  return {
    poster: await writeStill(picture(), { path: paths.poster, width: posterWidth }),
    thumbnail: await writeStill(picture(), { path: paths.thumbnail, width: thumbnailWidth }),
  }
}

async function writeStill(picture: Sharp, { path, width }: { path: string; width: number }) {
  const info = await picture.resize({ width, withoutEnlargement: true }).webp({ quality: 78, effort: 3 }).toFile(path)
  return { path, mediaType: 'image/webp', width: info.width, height: info.height }
}
