import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { expect, test } from 'vitest'
import { writeWav } from './to-wav.ts'

test('a recording becomes a WAV of one channel that keeps its length and its loudest samples', async () => {
  const wav = writeWav(16_000, (at) => Math.sin(at / 10) * 2)
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(wav) })
  const track = await input.getPrimaryAudioTrack()
  expect([await track?.getNumberOfChannels(), await track?.getSampleRate(), await input.computeDuration()]).toEqual([1, 16_000, 1])
  const samples = new Int16Array(wav.slice(44))
  expect([Math.max(...samples), Math.min(...samples)]).toEqual([32_767, -32_768])
})
