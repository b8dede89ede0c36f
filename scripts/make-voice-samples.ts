/**
 * Renders a sample of every voice with the built-in engine: `node scripts/make-voice-samples.ts` fills `public/samples/voices/`. The files
 * are part of the repository; run it again after a voice has changed.
 */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSound } from '../engine/media/encode-audio.ts'
import { voices } from '@quartet/engine/protocol/voices.ts'
import { speakSample } from './speak-sample.ts'

const folder = join(import.meta.dirname, '../public/samples/voices')
const budget = 12_000
const bitrate = 32_000

await mkdir(folder, { recursive: true })
for (const voice of voices) {
  if (voice.id === 'auto') continue
  const sound = await speakSample(voice)
  const path = join(folder, `${voice.id}.mp3`)
  await writeSound(path, sound, { format: 'mp3', kind: 'voice', bitrate, tags: { prompt: null, seed: null }, checkpoint() {} })
  const { size } = await stat(path)
  if (size > budget) throw new Error(`${path} has ${size} bytes, more than ${budget}`)
  console.log(`${voice.id}.mp3`, size)
}
