import { CustomVideoDecoder, type EncodedPacket, registerDecoder, type VideoCodec, VideoSample } from 'mediabunny'

/** Codecs of films that may have a layer of transparency, in packets of its own. */
const layered: readonly VideoCodec[] = ['vp8', 'vp9']

/** Packets that wait in the decoder, each of which becomes a whole picture. */
const mostQueued = 8

/**
 * Decodes the pictures of a film without its layer of transparency, which joined films do not have: mediabunny merges the two in a worker of
 * browsers, which does not exist here.
 */
class OpaqueDecoder extends CustomVideoDecoder {
  #decoder: VideoDecoder | undefined

  static override supports(codec: VideoCodec): boolean {
    return layered.includes(codec)
  }

  override init(): void {
    this.#decoder = new VideoDecoder({
      output: (frame) => this.onSample(new VideoSample(frame)),
      error: (error) => this.onError(error),
    })
    this.#decoder.configure(this.config)
  }

  override async decode(packet: EncodedPacket): Promise<void> {
    const decoder = this.#decoder
    if (!decoder) return
    decoder.decode(packet.toEncodedVideoChunk())
    while (decoder.state === 'configured' && decoder.decodeQueueSize > mostQueued)
      await new Promise((resolve) => decoder.addEventListener('dequeue', resolve, { once: true }))
  }

  override async flush(): Promise<void> {
    await this.#decoder?.flush()
  }

  override close(): void {
    if (this.#decoder?.state !== 'closed') this.#decoder?.close()
  }
}

registerDecoder(OpaqueDecoder)
