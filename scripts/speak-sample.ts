import type { voices } from '@quartet/engine/protocol/voices.ts'
import { speak } from '../engine/speech/speech.ts'
import type { Sound } from '../engine/sound/pcm.ts'

type NamedVoice = Exclude<(typeof voices)[number], { id: 'auto' }>

const names: Record<NamedVoice['id'], string> = {
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

/** Lets a voice say its name. */
export async function speakSample(voice: NamedVoice): Promise<Sound> {
  const context = { checkpoint() {}, progress() {} }
  const { sound } = await speak(phrases[voice.language](names[voice.id]), { voice: voice.id, speed: 1, pitch: 1, pauses: 1, context })
  return sound
}
