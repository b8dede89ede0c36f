import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { encodeOpus, openOpusEncoder } from './encode-opus.ts'
import type { OpusTrack } from './encode-opus.ts'
import { sampleRate } from './pcm.ts'

const seconds = 8
const frame = sampleRate / 50
/** What an Opus decoder gives before the sound itself. */
const preSkip = 312

/** Three voices that waver, so that no frame is like the one before. */
const tone = Float32Array.from({ length: seconds * sampleRate }, (_, index) => {
  const time = index / sampleRate
  return [220, 331, 1_760].reduce((sum, hertz, voice) => sum + 0.2 * Math.sin(hertz * 6.28 * time + 3 * Math.sin((voice + 2) * time)), 0)
})

async function decode({ packets, decoderConfig }: OpusTrack): Promise<Float32Array> {
  const pieces: Float32Array[] = []
  const failures: unknown[] = []
  const decoder = new AudioDecoder({
    output(data) {
      const piece = new Float32Array(data.numberOfFrames)
      data.copyTo(piece, { planeIndex: 0, format: 'f32-planar' })
      pieces.push(piece)
      data.close()
    },
    error: (error) => failures.push(error),
  })
  decoder.configure(decoderConfig)
  for (const packet of packets) {
    decoder.decode(packet.toEncodedAudioChunk())
    await turn()
  }
  await decoder.flush()
  decoder.close()
  expect(failures).toEqual([])
  const whole = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** How far a frame of what is heard lies from the sound, as a share of it. */
function error(heard: Float32Array, number: number): number {
  let sound = 0
  let difference = 0
  for (let index = number * frame; index < (number + 1) * frame; index += 1) {
    const value = tone[index] ?? 0
    sound += value ** 2
    difference += (value - (heard[index + preSkip] ?? 0)) ** 2
  }
  return Math.sqrt(difference / sound)
}

test('where the halves of a sound meet, it is as true as elsewhere, and nothing is lost', async () => {
  const track = await encodeOpus({ sampleRate, channels: [tone, tone] }, { bitrate: 128_000, checkpoint() {} })
  const heard = await decode(track)
  expect(heard.length).toBeGreaterThanOrEqual(tone.length)
  const middle = (seconds * 50) / 2
  const errors = Array.from({ length: middle - 20 }, (_, index) => error(heard, index + 10))
  const worst = Math.max(...errors)
  expect(worst).toBeLessThan(0.25)
  for (let number = middle - 4; number < middle + 8; number += 1) expect(error(heard, number)).toBeLessThanOrEqual(1.1 * worst)
})

test('a cancel stops both encoders', async () => {
  let looks = 0
  const checkpoint = () => {
    looks += 1
    if (looks > 6) throw new Error('canceled')
  }
  await expect(encodeOpus({ sampleRate, channels: [tone, tone] }, { bitrate: 128_000, checkpoint })).rejects.toThrow('canceled')
})

test('nothing is lost and nothing changes where this thread is busy while it is encoded', async () => {
  const encode = async (work: () => void) => {
    const encoder = openOpusEncoder({ channels: 1, sampleRate, bitrate: 56_000 })
    for (let start = 0; start < tone.length; start += sampleRate / 4) {
      await encoder.add([tone], start, sampleRate / 4)
      work()
    }
    const { chunks } = await encoder.finish()
    encoder.close()
    return chunks.map(({ timestamp, byteLength }) => ({ timestamp, byteLength }))
  }
  const alone = await encode(() => {})
  const busy = await encode(() => {
    const until = performance.now() + 5
    while (performance.now() < until);
  })
  expect(alone.length).toBeGreaterThanOrEqual(seconds * 50)
  expect(busy).toEqual(alone)
})
