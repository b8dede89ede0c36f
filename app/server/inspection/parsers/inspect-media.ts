import { AudioSampleSink, EncodedPacketSink, type InputAudioTrack, type InputVideoTrack, VideoSampleSink } from 'mediabunny'
import sharp from 'sharp'
import type { Answer, StillPaths } from '../tasks.ts'
import { makeStills, type Stills } from './inspect-picture.ts'
import { lengthOf } from './length-of.ts'
import { openInput } from './open-input.ts'
import { usableSize } from './usable.ts'

type Inspected = Omit<NonNullable<Answer<'inspectResult'>>, 'mediaType'>

const peakCount = 200
/** Seconds; of longer media no waveform is computed. */
const longestPeaksSeconds = 15 * 60
const largestFrame = 4_096

/** Reads a sound or a film to its end, and if this machine can, decodes the parts needed to show it. */
export async function inspectMedia(paths: StillPaths, kind: 'audio' | 'video'): Promise<Inspected> {
  using input = openInput(paths.file)
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const main = kind === 'video' ? video : audio
  if (!main) throw new Error(`no ${kind}`)
  // The index may come first, so only the last packet proves that the file is complete.
  const last = await new EncodedPacketSink(main).getPacket(Infinity)
  if (!last || last.data.byteLength === 0) throw new Error('no packets')
  const seconds = await lengthOf(paths.file, input)
  const film = kind === 'video' ? video : null
  const size = film && usableSize({ width: await film.getDisplayWidth(), height: await film.getDisplayHeight() })
  return {
    width: size && size.width,
    height: size && size.height,
    durationMs: Math.round(seconds * 1_000),
    stills: film && (await readStills(film, paths)),
    peaks: audio && seconds <= longestPeaksSeconds ? await readPeaks(audio, seconds) : null,
  }
}

/** Draws the stills of a film; null if this machine has no decoder for it. */
async function readStills(track: InputVideoTrack, paths: StillPaths): Promise<Stills | null> {
  try {
    if (!(await track.canDecode())) return null
    const sample = await new VideoSampleSink(track).getSample(await track.getFirstTimestamp())
    if (!sample) return null
    try {
      const { codedWidth: width, codedHeight: height } = sample
      if (width > largestFrame || height > largestFrame) return null
      const pixels = new Uint8Array(sample.allocationSize({ format: 'RGBA' }))
      await sample.copyTo(pixels, { format: 'RGBA' })
      return await makeStills(() => sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha(), paths)
    } finally {
      sample.close()
    }
  } catch {
    return null
  }
}

async function readPeaks(track: InputAudioTrack, seconds: number): Promise<number[] | null> {
  try {
    if (!(await track.canDecode())) return null
    const peaks = Array.from({ length: peakCount }, () => 0)
    for await (const sample of new AudioSampleSink(track).samples()) {
      const samples = new Float32Array(sample.allocationSize({ format: 'f32-planar', planeIndex: 0 }) / Float32Array.BYTES_PER_ELEMENT)
      sample.copyTo(samples, { format: 'f32-planar', planeIndex: 0 })
      for (const [index, value] of samples.entries()) {
        const at = Math.floor(((sample.timestamp + index / sample.sampleRate) / seconds) * peakCount)
        const bin = Math.min(Math.max(at, 0), peakCount - 1)
        peaks[bin] = Math.max(peaks[bin] ?? 0, Math.abs(value))
      }
      sample.close()
    }
    const loudest = Math.max(...peaks)
    return peaks.map((peak) => (loudest > 0 && loudest < Infinity ? Math.round((peak / loudest) * 1_000) / 1_000 : 0))
  } catch {
    return null
  }
}
