import { ADTS, FLAC, type InputFormat, MP3 } from 'mediabunny'
import type { Answer, Tasks } from '../tasks.ts'
import { lengthOf } from './length-of.ts'
import { openInput } from './open-input.ts'
import { usableSize } from './usable.ts'

/** Formats of sounds that tags may precede, which begin alike. */
const tagged = new Map<InputFormat, 'audio/mpeg' | 'audio/aac' | 'audio/flac'>([
  [MP3, 'audio/mpeg'],
  [ADTS, 'audio/aac'],
  [FLAC, 'audio/flac'],
])

export async function measureMedia({ path }: Tasks['measureMedia']): Promise<Answer<'measureMedia'>> {
  using input = openInput(path)
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const seconds = video || audio ? await lengthOf(path, input) : 0
  const size = video && usableSize({ width: await video.getDisplayWidth(), height: await video.getDisplayHeight() })
  return { video: size, hasAudio: audio !== null, seconds, mediaType: tagged.get(await input.getFormat()) }
}
