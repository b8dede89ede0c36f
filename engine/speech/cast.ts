import type { voices } from '../protocol/voices.ts'

type VoiceId = Exclude<(typeof voices)[number]['id'], 'auto'>

/** A voice as a variant of the synthesizer's: an accent, a pitch, and the position of its resonances. */
export type Performer = {
  accent: 'en' | 'en-us' | 'en-gb-x-rp' | 'en-gb-scotland' | 'ru'
  wordsPerMinute: number
  /** Liveliness of the intonation, 0..100. */
  range: number
  /** A description of the voice in the synthesizer's format. */
  variant: string
  /** Gains in decibels for the low, middle, bright and hissing bands, which give the voice the long-term spectrum of a person. */
  tone: { body: number; chest: number; presence: number; edge: number }
  /** Decibels that equalize the loudness of the voices. */
  trim: number
}

const formants = (rows: [number, number, number][]) =>
  rows.map(([frequency, height, width], index) => `formant ${index} ${frequency} ${height} ${width}`).join('\n')

const woman = (scale: number) =>
  formants([
    [105, 95, 150],
    [Math.round(112 * scale), 85, 150],
    [Math.round(114 * scale), 80, 145],
    [Math.round(114 * scale), 75, 140],
    [Math.round(115 * scale), 75, 140],
    [Math.round(115 * scale), 70, 140],
    [110, 65, 140],
    [110, 60, 140],
    [110, 60, 140],
  ])

const man = (scale: number) =>
  formants([
    [100, 105, 115],
    [Math.round(98 * scale), 95, 120],
    [Math.round(98 * scale), 92, 118],
    [Math.round(98 * scale), 88, 115],
    [Math.round(99 * scale), 82, 115],
    [Math.round(100 * scale), 78, 115],
    [98, 70, 115],
    [98, 65, 115],
    [98, 60, 115],
  ])

const variant = (name: string, sex: 'female' | 'male', pitch: [number, number], shape: string) =>
  `language variant\nname ${name}\ngender ${sex}\npitch ${pitch[0]} ${pitch[1]}\nflutter 2\nroughness 1\nintonation 1\nconsonants 90 90\n${shape}\n`

type Sketch = { accent: Performer['accent']; name: string; pitch: [number, number]; scale: number; tone: Performer['tone']; trim: number }

const female = ({ accent, name, pitch, scale, tone, trim }: Sketch): Performer => ({
  accent,
  wordsPerMinute: 156,
  range: accent === 'ru' ? 84 : 72,
  variant: variant(name, 'female', pitch, woman(scale)),
  tone,
  trim,
})
const male = ({ accent, name, pitch, scale, tone, trim }: Sketch): Performer => ({
  accent,
  wordsPerMinute: 156,
  range: accent === 'ru' ? 84 : 72,
  variant: variant(name, 'male', pitch, man(scale)),
  tone,
  trim,
})
const tones = {
  enWoman: { body: 0, chest: -2, presence: -4, edge: 0 },
  ruWoman: { body: 0, chest: -3, presence: -6, edge: -2 },
  enMan: { body: 3, chest: -3, presence: -3, edge: 0 },
  ruMan: { body: 3, chest: -3, presence: -5, edge: -3 },
}

export const performers: Record<VoiceId, Performer> = {
  emma: female({ accent: 'en-us', name: 'emma', pitch: [150, 228], scale: 1, tone: tones.enWoman, trim: -0.5 }),
  grace: female({ accent: 'en-gb-x-rp', name: 'grace', pitch: [138, 205], scale: 0.97, tone: tones.enWoman, trim: -0.6 }),
  lily: female({ accent: 'en-us', name: 'lily', pitch: [178, 262], scale: 1.07, tone: tones.enWoman, trim: -0.9 }),
  james: male({ accent: 'en-us', name: 'james', pitch: [88, 130], scale: 1, tone: tones.enMan, trim: 0.7 }),
  oliver: male({ accent: 'en', name: 'oliver', pitch: [98, 146], scale: 1.03, tone: tones.enMan, trim: -0.1 }),
  arthur: male({ accent: 'en-us', name: 'arthur', pitch: [66, 98], scale: 0.94, tone: tones.enMan, trim: 1.6 }),
  ewan: male({ accent: 'en-gb-scotland', name: 'ewan', pitch: [90, 136], scale: 1, tone: tones.enMan, trim: -0.1 }),
  anna: female({ accent: 'ru', name: 'anna', pitch: [150, 228], scale: 1, tone: tones.ruWoman, trim: 0.1 }),
  maria: female({ accent: 'ru', name: 'maria', pitch: [138, 205], scale: 0.97, tone: tones.ruWoman, trim: 0.4 }),
  alisa: female({ accent: 'ru', name: 'alisa', pitch: [178, 262], scale: 1.07, tone: tones.ruWoman, trim: -0.1 }),
  ivan: male({ accent: 'ru', name: 'ivan', pitch: [88, 130], scale: 1, tone: tones.ruMan, trim: 1.0 }),
  pavel: male({ accent: 'ru', name: 'pavel', pitch: [98, 146], scale: 1.03, tone: tones.ruMan, trim: 0.7 }),
  dmitry: male({ accent: 'ru', name: 'dmitry', pitch: [66, 98], scale: 0.94, tone: tones.ruMan, trim: 1.9 }),
}
