import sharp, { type Sharp } from 'sharp'
import type { Answer, StillPaths } from '../tasks.ts'

type Inspected = Omit<NonNullable<Answer<'inspectResult'>>, 'mediaType'>
export type Stills = NonNullable<Inspected['stills']>

/** More than any service draws; limits the memory, because a small file can decode to gigabytes. */
const mostPixels = 64_000_000
const decodeSeconds = 20
const posterWidth = 640
const thumbnailWidth = 320

/** Decodes a whole picture, and scales it down for lists. */
export async function inspectPicture(paths: StillPaths): Promise<Inspected> {
  const picture = () => sharp(paths.file, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }).timeout({ seconds: decodeSeconds })
  const { width, height } = (await picture().metadata()).autoOrient
  return { width, height, durationMs: null, stills: await makeStills(() => picture().autoOrient(), paths), peaks: null }
}

export async function makeStills(picture: () => Sharp, paths: StillPaths): Promise<Stills> {
  return {
    poster: await writeStill(picture(), { path: paths.poster, width: posterWidth }),
    thumbnail: await writeStill(picture(), { path: paths.thumbnail, width: thumbnailWidth }),
  }
}

async function writeStill(picture: Sharp, { path, width }: { path: string; width: number }) {
  const info = await picture.resize({ width, withoutEnlargement: true }).webp({ quality: 78, effort: 3 }).toFile(path)
  return { width: info.width, height: info.height }
}
