import { FilePathSource, Input, MP3, OGG } from 'mediabunny'
import { lengthOfMp3 } from './mp3-length.ts'
import { findChain } from './ogg-chain.ts'
import { inputFormats } from './open-input.ts'
import { usableLength } from './usable.ts'

/** Measures a sound or a film in seconds by its packets: what its metadata state may be missing, guessed or of its first part. */
export async function lengthOf(path: string, input: Input): Promise<number> {
  const format = await input.getFormat()
  if (format === MP3) return usableLength((await lengthOfMp3(path)) || (await lengthOfPart(input)))
  if (format !== OGG) return usableLength(await lengthOfPart(input))
  const parts = await findChain(path)
  if (parts.length < 2) return usableLength(await lengthOfPart(input))
  let seconds = 0
  for (const { start, end } of parts) {
    const file = new FilePathSource(path, { handleUnhandledError: () => undefined })
    using part = new Input({ formats: inputFormats, source: file.slice(start, end - start) })
    seconds += await lengthOfPart(part)
  }
  return usableLength(seconds)
}

/** The time from the first packet to the end of the last. What comes before zero is never played. */
async function lengthOfPart(input: Input): Promise<number> {
  const tracks = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()].filter((track) => track !== null)
  if (tracks.length === 0) throw new Error('no sound and no pictures')
  return (await input.computeDuration(tracks)) - Math.max(0, await input.getFirstTimestamp(tracks))
}
