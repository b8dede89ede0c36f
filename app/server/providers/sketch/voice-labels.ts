import { voices } from '@quartet/engine/protocol/voices.ts'
import type { ServerText } from '../../i18n.ts'

export const voiceNames: Record<(typeof voices)[number]['id'], ServerText> = {
  auto: /*i18n*/ { id: 'voice.auto', message: 'Based on the text’s language' },
  emma: /*i18n*/ { id: 'voice.emma', message: 'Emma · English, warm, American' },
  grace: /*i18n*/ { id: 'voice.grace', message: 'Grace · English, composed, British' },
  lily: /*i18n*/ { id: 'voice.lily', message: 'Lily · English, light, American' },
  james: /*i18n*/ { id: 'voice.james', message: 'James · English, even, American' },
  oliver: /*i18n*/ { id: 'voice.oliver', message: 'Oliver · English, friendly, British' },
  arthur: /*i18n*/ { id: 'voice.arthur', message: 'Arthur · English, deep, American' },
  ewan: /*i18n*/ { id: 'voice.ewan', message: 'Ewan · English, clear, Scottish' },
  anna: /*i18n*/ { id: 'voice.anna', message: 'Anna · Russian, warm' },
  maria: /*i18n*/ { id: 'voice.maria', message: 'Maria · Russian, composed' },
  alisa: /*i18n*/ { id: 'voice.alisa', message: 'Alisa · Russian, light' },
  ivan: /*i18n*/ { id: 'voice.ivan', message: 'Ivan · Russian, even' },
  pavel: /*i18n*/ { id: 'voice.pavel', message: 'Pavel · Russian, friendly' },
  dmitry: /*i18n*/ { id: 'voice.dmitry', message: 'Dmitry · Russian, deep' },
}

/** Their loudness over time, which `scripts/make-choices.ts` draws. */
export const voicePictures = Object.fromEntries(voices.map(({ id }) => [id, `/samples/choices/voice-${id}.svg`]))

/** Samples of the voices; `auto` has none, because it sounds like one of the others. */
export const voiceSamples = Object.fromEntries(voices.filter(({ id }) => id !== 'auto').map(({ id }) => [id, `/samples/voices/${id}.mp3`]))
