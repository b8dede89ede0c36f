/**
 * Defines the codecs as globals, where mediabunny looks for them; import this module before mediabunny. A native encoder keeps its
 * callbacks alive until it is collected, and a callback that references its encoder keeps the encoder alive: together they leak with all
 * their output. Therefore the callbacks of native encoders reference nothing once they are closed.
 */
import '@napi-rs/webcodecs/polyfill'

class ReleasedVideoEncoder extends VideoEncoder {
  #callbacks: { current: VideoEncoderInit | null }

  constructor(init: VideoEncoderInit) {
    const callbacks: { current: VideoEncoderInit | null } = { current: init }
    super({
      output: (...given) => callbacks.current?.output(...given),
      error: (error) => callbacks.current?.error(error),
    })
    this.#callbacks = callbacks
  }

  override close(): void {
    super.close()
    this.#callbacks.current = null
  }
}

class ReleasedAudioEncoder extends AudioEncoder {
  #callbacks: { current: AudioEncoderInit | null }

  constructor(init: AudioEncoderInit) {
    const callbacks: { current: AudioEncoderInit | null } = { current: init }
    super({
      output: (...given) => callbacks.current?.output(...given),
      error: (error) => callbacks.current?.error(error),
    })
    this.#callbacks = callbacks
  }

  override close(): void {
    super.close()
    this.#callbacks.current = null
  }
}

globalThis.VideoEncoder = ReleasedVideoEncoder
globalThis.AudioEncoder = ReleasedAudioEncoder

/** The bytes of a sample, and how it becomes a number from -1 to 1. */
const sampleTypes = {
  u8: { array: Uint8Array, read: (value: number) => (value - 128) / 128 },
  s16: { array: Int16Array, read: (value: number) => value / 2 ** 15 },
  s32: { array: Int32Array, read: (value: number) => value / 2 ** 31 },
  f32: { array: Float32Array, read: (value: number) => value },
}
const typeOf = (format: AudioSampleFormat) => {
  switch (format) {
    case 'u8':
    case 'u8-planar':
      return 'u8'
    case 's16':
    case 's16-planar':
      return 's16'
    case 's32':
    case 's32-planar':
      return 's32'
    default:
      return 'f32'
  }
}

const { copyTo } = AudioData.prototype
/**
 * Converts samples. The library takes the bytes of one format for those of another: a FLAC, whose samples are whole numbers, ended the
 * process, or became noise. Only the conversion that every implementation must have is offered; mediabunny makes the others of it.
 */
AudioData.prototype.copyTo = function convert(this: AudioData, destination, options) {
  const { format, numberOfFrames, numberOfChannels } = this
  const target = options.format ?? format
  if (format === null || target === null || typeOf(target) === typeOf(format)) return copyTo.call(this, destination, options)
  if (target !== 'f32-planar') throw new DOMException(`samples in ${format} are not converted to ${target}`, 'NotSupportedError')
  const { planeIndex, frameOffset = 0, frameCount = numberOfFrames - frameOffset } = options
  const isPlanar = format.endsWith('-planar')
  const { array, read } = sampleTypes[typeOf(format)]
  const samples = new array(numberOfFrames * (isPlanar ? 1 : numberOfChannels))
  copyTo.call(this, samples, { planeIndex: isPlanar ? planeIndex : 0, format })
  const [step, first] = isPlanar ? [1, 0] : [numberOfChannels, planeIndex]
  const converted = Float32Array.from({ length: frameCount }, (_, index) => read(samples[(frameOffset + index) * step + first] ?? 0))
  const bytes = ArrayBuffer.isView(destination)
    ? new Uint8Array(destination.buffer, destination.byteOffset, destination.byteLength)
    : new Uint8Array(destination)
  bytes.set(new Uint8Array(converted.buffer))
}
