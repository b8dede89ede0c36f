/** Hertz; speech needs no more, and a minute takes 2 MB. */
const rate = 16_000
const headerBytes = 44

/** Converts a recording to WAV with one channel, because no service reads the formats that all browsers record. Returns the file itself if the browser cannot read it. */
export async function toWav(file: File): Promise<File> {
  try {
    // The context resamples to its own rate.
    const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await file.arrayBuffer())
    const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index))
    const wav = writeWav(sound.length, (at) => channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length)
    return new File([wav], `${file.name.replace(/\.\w+$/, '')}.wav`, { type: 'audio/wav' })
  } catch {
    return file
  }
}

/** Writes samples of -1 to 1 as 16-bit PCM. */
export function writeWav(length: number, sampleAt: (index: number) => number): ArrayBuffer {
  const buffer = new ArrayBuffer(headerBytes + length * 2)
  const view = new DataView(buffer)
  const name = (at: number, letters: string) => {
    for (let index = 0; index < 4; index += 1) view.setUint8(at + index, letters.charCodeAt(index))
  }
  name(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + length * 2, true)
  name(8, 'WAVE')
  name(12, 'fmt ')
  view.setUint32(16, 16, true)
  // PCM, one channel, its rate, bytes a second, bytes and bits of a sample.
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  name(36, 'data')
  view.setUint32(40, length * 2, true)
  for (let index = 0; index < length; index += 1) {
    const sample = Math.max(-1, Math.min(1, sampleAt(index)))
    view.setInt16(headerBytes + index * 2, sample * (sample < 0 ? 0x8000 : 0x7fff), true)
  }
  return buffer
}
