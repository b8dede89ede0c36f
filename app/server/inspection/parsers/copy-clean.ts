import sharp from 'sharp'
import type { Tasks } from '../tasks.ts'
import { loadCodecs } from './load-codecs.ts'

export async function copyClean(job: Tasks['copyClean']): Promise<true> {
  if (job.mediaType.startsWith('image/')) await copyPicture(job)
  else {
    // The next task of the process may need them.
    await loadCodecs()
    await (await import('./copy-media.ts')).copyMedia(job)
  }
  return true
}

/** Re-encodes a picture from its pixels; sharp drops metadata by default. */
async function copyPicture({ from, to, mediaType }: Tasks['copyClean']): Promise<void> {
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
