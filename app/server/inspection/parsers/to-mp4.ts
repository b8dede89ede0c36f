import { Conversion, FilePathTarget, Mp4OutputFormat, Output } from 'mediabunny'
import type { Answer, Tasks } from '../tasks.ts'
import { loadCodecs } from './load-codecs.ts'

/** Copies the packets of a film into an MP4, and encodes only what MP4 cannot contain. */
export async function toMp4({ path, to }: Tasks['convert']): Promise<Answer<'convert'>> {
  await loadCodecs()
  const { openInput } = await import('./open-input.ts')
  using input = openInput(path)
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(to) })
  const conversion = await Conversion.init({ input, output, tags: {}, showWarnings: false })
  if (!conversion.isValid) throw new Error('no track can be copied')
  await conversion.execute()
  const isVideo = conversion.utilizedTracks.some((track) => track.type === 'video')
  return { type: isVideo ? 'video' : 'audio', mediaType: isVideo ? 'video/mp4' : 'audio/mp4' }
}
