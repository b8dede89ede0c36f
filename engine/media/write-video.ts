// Must come first: mediabunny looks for the codecs when it is loaded.
import '../protocol/codecs.ts'
import { AudioSample, AudioSampleSource, FilePathTarget, Mp4OutputFormat, Output, VideoSample, VideoSampleSource } from 'mediabunny'
import type { JobContext } from '../job.ts'
import type { EngineFile } from '../protocol/engine.ts'
import type { Size } from '../scene/stage.ts'
import { createPeakMeter, sampleRate } from '../sound/pcm.ts'
import { type Pixels, writePoster, writeThumbnail } from './picture.ts'

const bitsPerPixel = 0.14
const audioBitrate = 160_000
/** Samples in a packet of AAC. */
const aacFrame = 1_024
const keyFrameSeconds = 5
/** Share of the progress for the frames; the rest completes the file. */
const framesShare = 0.98

type Stereo = [Float32Array, Float32Array]

export type WriteVideoOptions = {
  path: string
  size: Size
  framesPerSecond: number
  frames: number
  /** Returns the planes of a frame, in their order. */
  picture(index: number): Uint8Array | Promise<Uint8Array>
  /** Returns a stretch of the sound, in samples; null for a file without sound. */
  sound: ((from: number, length: number) => Stereo | Promise<Stereo>) | null
  /** The still for the poster, asked for at the end. */
  poster(): Pixels
  context: JobContext
  /** Receives the share of the finished frames. */
  onProgress(share: number): void
}

/**
 * Writes an MP4 frame by frame and the sound second by second. Its index comes first, in space that is reserved for it, and the file is never
 * in memory as a whole.
 */
export async function writeVideo(options: WriteVideoOptions): Promise<EngineFile> {
  const { path, size, framesPerSecond, frames, picture, sound, poster, context } = options
  const seconds = frames / framesPerSecond
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'reserve' }), target: new FilePathTarget(path) })
  output.setMetadataTags({ raw: { '©too': 'Quartet Sketch' } })
  const video = new VideoSampleSource({
    codec: 'avc',
    bitrate: Math.round(size.width * size.height * framesPerSecond * bitsPerPixel),
    keyFrameInterval: keyFrameSeconds,
    latencyMode: 'quality',
  })
  output.addVideoTrack(video, { frameRate: framesPerSecond, maximumPacketCount: frames + 1 })
  const audio = sound ? new AudioSampleSource({ codec: 'aac', bitrate: audioBitrate }) : null
  if (audio) output.addAudioTrack(audio, { maximumPacketCount: Math.ceil((seconds * sampleRate) / aacFrame) + 16 })
  await output.start()
  const meter = createPeakMeter()
  try {
    for (let index = 0; index < frames; index += 1) {
      context.checkpoint()
      if (audio && sound && index % framesPerSecond === 0) {
        const start = Math.round((index / framesPerSecond) * sampleRate)
        const length = Math.min(sampleRate, Math.round(seconds * sampleRate) - start)
        if (length > 0) await addSound(audio, await sound(start, length), { meter, start, length })
      }
      const sample = new VideoSample(await picture(index), {
        format: 'I420',
        codedWidth: size.width,
        codedHeight: size.height,
        timestamp: index / framesPerSecond,
        duration: 1 / framesPerSecond,
        colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
      })
      await video.add(sample, index === 0 ? { keyFrame: true } : undefined)
      sample.close()
      options.onProgress(((index + 1) / frames) * framesShare)
      // Without a turn of the event loop the encoder's finished frames pile up.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await output.finalize()
  } catch (error) {
    await output.cancel()
    throw error
  }
  const pixels = poster()
  const [still, thumbnail] = await Promise.all([
    writePoster(pixels, context.path('poster.webp')),
    writeThumbnail(pixels, context.path('thumbnail.webp')),
  ])
  options.onProgress(1)
  const durationMs = Math.round(seconds * 1_000)
  return { path, mediaType: 'video/mp4', ...size, durationMs, poster: still, thumbnail, peaks: audio ? meter.peaks() : null }
}

type Stretch = { meter: ReturnType<typeof createPeakMeter>; start: number; length: number }

async function addSound(audio: AudioSampleSource, channels: Stereo, { meter, start, length }: Stretch): Promise<void> {
  meter.add(channels)
  const data = new Float32Array(length * 2)
  data.set(channels[0], 0)
  data.set(channels[1], length)
  const sample = new AudioSample({ data, format: 'f32-planar', numberOfChannels: 2, sampleRate, timestamp: start / sampleRate })
  await audio.add(sample)
  sample.close()
}
