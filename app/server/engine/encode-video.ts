// The polyfill first: mediabunny looks for the WebCodecs globals when it is loaded.
import '@napi-rs/webcodecs/polyfill'
import { AudioSampleSource, BufferTarget, Mp4OutputFormat, Output, VideoSample, VideoSampleSource } from 'mediabunny'
import { addSound } from './encode-audio.ts'
import type { Sound } from './pcm.ts'
import type { Size } from './scene/stage.ts'

const audioBitrate = 128_000
const keyFrameSeconds = 2

export type VideoOptions = {
  size: Size
  framesPerSecond: number
  frames: number
  bitrate: number
  /** `realtime` is quicker, `quality` looks better at the same size. */
  latencyMode: 'realtime' | 'quality'
  sound: Sound | null
  /** Opaque RGBA pixels of a frame; may be reused for the next one. */
  frame(index: number): Uint8Array | Promise<Uint8Array>
  checkpoint(): void
  /** Gets the number of frames done. */
  onFrame(done: number): void
}

/** An MP4 of H.264 and AAC whose index comes first, so that it starts playing before it has been loaded. */
export async function encodeMp4(options: VideoOptions): Promise<Uint8Array> {
  const { size, framesPerSecond, sound } = options
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const video = new VideoSampleSource({
    codec: 'avc',
    bitrate: options.bitrate,
    keyFrameInterval: keyFrameSeconds,
    latencyMode: options.latencyMode,
  })
  output.addVideoTrack(video, { frameRate: framesPerSecond })
  const audio = sound ? new AudioSampleSource({ codec: 'aac', bitrate: audioBitrate }) : null
  if (audio) output.addAudioTrack(audio)
  await output.start()
  try {
    if (audio && sound) await addSound(audio, sound, { checkpoint: options.checkpoint })
    const planes = new Uint8Array((size.width * size.height * 3) / 2)
    for (let index = 0; index < options.frames; index += 1) {
      options.checkpoint()
      toI420(await options.frame(index), size, planes)
      // Made from raw planes and tagged by hand: frames made from a canvas are tagged wrong, and players shift their colours.
      const sample = new VideoSample(planes, {
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
  return new Uint8Array(target.buffer)
}

/** RGBA to planar YUV 4:2:0, BT.709, limited range, in 8-bit fixed point. Both sides must be even. */
export function toI420(rgba: Uint8Array, { width, height }: Size, planes: Uint8Array): void {
  const chroma = (width * height) >> 2
  const uStart = width * height
  const vStart = uStart + chroma
  const half = width >> 1
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const upper = (y * width + x) * 4
      const lower = upper + width * 4
      const r0 = rgba[upper] ?? 0
      const g0 = rgba[upper + 1] ?? 0
      const b0 = rgba[upper + 2] ?? 0
      const r1 = rgba[upper + 4] ?? 0
      const g1 = rgba[upper + 5] ?? 0
      const b1 = rgba[upper + 6] ?? 0
      const r2 = rgba[lower] ?? 0
      const g2 = rgba[lower + 1] ?? 0
      const b2 = rgba[lower + 2] ?? 0
      const r3 = rgba[lower + 4] ?? 0
      const g3 = rgba[lower + 5] ?? 0
      const b3 = rgba[lower + 6] ?? 0
      const luma = y * width + x
      planes[luma] = (47 * r0 + 157 * g0 + 16 * b0 + 4224) >> 8
      planes[luma + 1] = (47 * r1 + 157 * g1 + 16 * b1 + 4224) >> 8
      planes[luma + width] = (47 * r2 + 157 * g2 + 16 * b2 + 4224) >> 8
      planes[luma + width + 1] = (47 * r3 + 157 * g3 + 16 * b3 + 4224) >> 8
      const r = r0 + r1 + r2 + r3
      const g = g0 + g1 + g2 + g3
      const b = b0 + b1 + b2 + b3
      const at = (y >> 1) * half + (x >> 1)
      planes[uStart + at] = (-26 * r - 86 * g + 112 * b + 131584) >> 10
      planes[vStart + at] = (112 * r - 102 * g - 10 * b + 131584) >> 10
    }
  }
}
