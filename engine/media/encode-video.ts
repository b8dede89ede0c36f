// Must come first: mediabunny looks for the codecs when it is loaded.
import '../protocol/codecs.ts'
import { AudioSampleSource, BufferTarget, Mp4OutputFormat, Output, VideoSample, VideoSampleSource, WebMOutputFormat } from 'mediabunny'
import type { MetadataTags } from 'mediabunny'
import { addSound } from './encode-audio.ts'
import { undateMp4 } from './fixed-bytes.ts'
import type { Sound } from '../sound/pcm.ts'
import type { Size } from '../scene/stage.ts'

const audioBitrate = 128_000
/** Seconds between key frames. Each shows as a slight change in the grain, and short films need few for seeking. */
const keyFrameSeconds = 5

export type VideoFormat = 'mp4' | 'webm'

const codecs = { mp4: { video: 'avc', audio: 'aac' }, webm: { video: 'vp9', audio: 'opus' } } as const

export type VideoOptions = {
  format: VideoFormat
  size: Size
  framesPerSecond: number
  frames: number
  bitrate: number
  sound: Sound | null
  tags: MetadataTags
  /** Returns the planes of a frame in the format of `toI420`; they may be reused for the next frame. */
  frame(index: number): Uint8Array
  checkpoint(): void
  /** Receives the number of finished frames. */
  onFrame(done: number): void
}

/** Encodes an MP4 (H.264 and AAC), whose index comes first so that it plays before it is loaded, or a WebM (VP9 and Opus). */
export async function encodeVideo(options: VideoOptions): Promise<Uint8Array> {
  const { format, size, framesPerSecond, sound } = options
  const target = new BufferTarget()
  const container = format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  const output = new Output({ format: container, target })
  output.setMetadataTags(options.tags)
  const video = new VideoSampleSource({
    codec: codecs[format].video,
    bitrate: options.bitrate,
    keyFrameInterval: keyFrameSeconds,
    // `realtime` adds key frames: more work for a larger file.
    latencyMode: 'quality',
  })
  output.addVideoTrack(video, { frameRate: framesPerSecond })
  const audio = sound ? new AudioSampleSource({ codec: codecs[format].audio, bitrate: audioBitrate }) : null
  if (audio) output.addAudioTrack(audio)
  await output.start()
  try {
    if (audio && sound) await addSound(audio, sound, { checkpoint: options.checkpoint })
    for (let index = 0; index < options.frames; index += 1) {
      options.checkpoint()
      // Made from raw planes and tagged by hand: frames made from a canvas get wrong tags, and players shift their colours.
      const sample = new VideoSample(options.frame(index), {
        format: 'I420',
        codedWidth: size.width,
        codedHeight: size.height,
        timestamp: index / framesPerSecond,
        duration: 1 / framesPerSecond,
        colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
      })
      await video.add(sample, index === 0 ? { keyFrame: true } : undefined)
      sample.close()
      options.onFrame(index + 1)
      // Without a turn of the event loop the encoder's finished frames pile up: more than 1 GB in ten seconds of film.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await output.finalize()
  } catch (error) {
    await output.cancel()
    throw error
  }
  if (!target.buffer) throw new Error('the video encoder gave no data')
  const bytes = new Uint8Array(target.buffer)
  return format === 'mp4' ? undateMp4(bytes) : bytes
}
