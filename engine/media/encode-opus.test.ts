import { expect, test } from 'vitest'
import { openOpusEncoder } from './encode-opus.ts'
import { sampleRate } from '../sound/pcm.ts'

const seconds = 8

/** Three wavering voices, so that no frame equals the one before. */
const tone = Float32Array.from({ length: seconds * sampleRate }, (_, index) => {
  const time = index / sampleRate
  return [220, 331, 1_760].reduce((sum, hertz, voice) => sum + 0.2 * Math.sin(hertz * 6.28 * time + 3 * Math.sin((voice + 2) * time)), 0)
})

test('a busy thread changes and loses nothing of what is encoded meanwhile', async () => {
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
