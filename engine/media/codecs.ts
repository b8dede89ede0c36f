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
