import type { Answer, Tasks } from '../tasks.ts'
import { openInput } from './open-input.ts'
import { usableLength, usableSize } from './usable.ts'

/** Reads as much of a sound or film as its length needs. */
export async function measureMedia({ path }: Tasks['measureMedia']): Promise<Answer<'measureMedia'>> {
  using input = openInput(path)
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const seconds = usableLength((await input.getDurationFromMetadata()) ?? (await input.computeDuration()))
  const size = video && usableSize({ width: await video.getDisplayWidth(), height: await video.getDisplayHeight() })
  return { video: size, hasAudio: audio !== null, seconds }
}
