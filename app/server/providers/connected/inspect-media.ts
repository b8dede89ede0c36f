import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import { type ProducedFile, ProviderError } from '../provider.ts'
import { makeStills, type ResultPaths, type Stills } from './inspect-picture.ts'

const peakCount = 200
/** Seconds; of longer media no waveform is computed. */
const longestPeaksSeconds = 15 * 60
const largestFrame = 4_096

export type InspectMediaOptions = { kind: 'audio' | 'video'; mediaType: string }

/** Reads a sound or a film to its end, and if this machine can, decodes the parts needed to show it. */
export async function inspectMedia(paths: ResultPaths, { kind, mediaType }: InspectMediaOptions): Promise<ProducedFile> {
  // Must come first, because mediabunny looks for it when it is loaded. Without it there are no posters and no waveforms.
  await import('@napi-rs/webcodecs/polyfill').catch(() => undefined)
  const { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } = await import('mediabunny')
  const unreadable = () => new ProviderError('temporary', `the result is no ${kind} that can be read`)
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(paths.file, { handleUnhandledError: () => undefined }) })
  try {
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    const main = kind === 'video' ? video : audio
    if (!main) throw unreadable()
    // The index may come first, so only the last packet proves that the file is complete.
    const last = await new EncodedPacketSink(main).getPacket(Infinity)
    if (!last || last.data.byteLength === 0) throw unreadable()
    const seconds = await input.computeDuration()
    if (!Number.isFinite(seconds) || seconds <= 0) throw unreadable()
    const [width, height] = kind === 'video' && video ? [await video.getDisplayWidth(), await video.getDisplayHeight()] : [null, null]
    return {
      path: paths.file,
      mediaType,
      width,
      height,
      durationMs: Math.round(seconds * 1_000),
      ...((kind === 'video' && video && (await readPoster(video, paths))) || { poster: null, thumbnail: null }),
      peaks: audio && seconds <= longestPeaksSeconds ? await readPeaks(audio, seconds) : null,
    }
  } catch {
    throw unreadable()
  }
}

/** Returns the poster; null if this machine has no decoder for it. */
async function readPoster(track: InputVideoTrack, paths: ResultPaths): Promise<Stills | null> {
  try {
    if (!(await track.canDecode())) return null
    const { VideoSampleSink } = await import('mediabunny')
    const { default: sharp } = await import('sharp')
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
    const { AudioSampleSink } = await import('mediabunny')
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
    return peaks.map((peak) => (loudest > 0 ? Math.round((peak / loudest) * 1_000) / 1_000 : 0))
  } catch {
    return null
  }
}
