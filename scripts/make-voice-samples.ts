/**
 * Renders a sample of every voice with the built-in engine: `node scripts/make-voice-samples.ts` fills `public/samples/voices/`. The files
 * are part of the repository; run it again after a voice has changed.
 */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSound } from '../engine/media/encode-audio.ts'
import { speak } from '../engine/speech/speech.ts'
import { voices } from '@quartet/engine/protocol/voices.ts'

const folder = join(import.meta.dirname, '../public/samples/voices')
const budget = 12_000
const bitrate = 32_000

const names: Record<Exclude<(typeof voices)[number]['id'], 'auto'>, string> = {
  emma: 'Emma',
  grace: 'Grace',
  lily: 'Lily',
  james: 'James',
  oliver: 'Oliver',
  arthur: 'Arthur',
  ewan: 'Ewan',
  anna: 'Анна',
  maria: 'Мария',
  alisa: 'Алиса',
  ivan: 'Иван',
  pavel: 'Павел',
  dmitry: 'Дмитрий',
}
const phrases = { en: (name: string) => `Hello, my name is ${name}.`, ru: (name: string) => `Здравствуйте, меня зовут ${name}.` }

await mkdir(folder, { recursive: true })
for (const voice of voices) {
  if (voice.id === 'auto') continue
  const { sound } = await speak(phrases[voice.language](names[voice.id]), {
    voice: voice.id,
    speed: 1,
    pitch: 1,
    pauses: 1,
    context: { checkpoint() {}, progress() {} },
  })
  const path = join(folder, `${voice.id}.mp3`)
  await writeSound(path, sound, { format: 'mp3', kind: 'voice', bitrate, tags: { prompt: null, seed: null }, checkpoint() {} })
  const { size } = await stat(path)
  if (size > budget) throw new Error(`${path} has ${size} bytes, more than ${budget}`)
  console.log(`${voice.id}.mp3`, size)
}
