import { open } from 'node:fs/promises'
import { headBytes, sniffMedium } from '../sniff-medium.ts'
import type { Answer, Tasks } from '../tasks.ts'
import { loadCodecs } from './load-codecs.ts'

export async function inspectResult({ paths, kind }: Tasks['inspectResult']): Promise<Answer<'inspectResult'>> {
  const found = sniffMedium(await readHead(paths.file))
  if (found?.type !== kind) return null
  const { mediaType } = found
  if (kind === 'image') return { mediaType, ...(await (await import('./inspect-picture.ts')).inspectPicture(paths)) }
  await loadCodecs()
  return { mediaType, ...(await (await import('./inspect-media.ts')).inspectMedia(paths, kind)) }
}

async function readHead(path: string): Promise<Uint8Array> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead)
}
