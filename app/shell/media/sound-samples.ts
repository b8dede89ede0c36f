import type { Locale } from '#config'
import { sampleFile as file, type Localized } from './samples.ts'

export type SoundSample = { src: string; durationMs: number; peaks: readonly number[]; words: string }

/** Spoken in the reader's language, so these are not translations of each other. */
export const speech: Record<Locale, SoundSample> = {
  en: {
    src: file('speech-en.mp3'),
    durationMs: 5291,
    peaks: [
      0.93, 0.75, 0.67, 0.53, 0.54, 0.75, 0.13, 0.72, 0.36, 0.53, 0.26, 0.1, 0.66, 0.75, 0.48, 0.52, 0.11, 0.14, 0.79, 0.83, 1, 0.3, 0.6,
      0.81, 0.39, 0.61, 0.32, 0.57, 0.48, 0.24, 0.68, 0.21, 0.57, 0.88, 0.4, 0.57, 0.22, 0, 0, 0,
    ],
    words: 'Say what you want to see, hear or read. Quartet will make it here, on this machine.',
  },
  ru: {
    src: file('speech-ru.mp3'),
    durationMs: 5870,
    peaks: [
      0.34, 0.51, 0.58, 0.27, 0.22, 0.4, 0.58, 1, 0.38, 0.85, 0.66, 0.3, 0.51, 0.48, 0.68, 0.5, 0.54, 0.56, 0.51, 0.09, 0.1, 0.49, 0.51,
      0.75, 0.19, 0.76, 0.52, 0.79, 0.56, 0.68, 0.6, 0, 0.84, 0.76, 0.47, 0.45, 0.35, 0.57, 0, 0,
    ],
    words: 'Скажите, что хотите увидеть, услышать или прочитать. Квартет сделает это здесь, на этой машине.',
  },
}

export const music: Omit<SoundSample, 'words'> & { words: Localized } = {
  src: file('music-1.mp3'),
  durationMs: 12000,
  peaks: [
    0.41, 0.74, 0.7, 0.55, 0.59, 0.67, 0.52, 0.47, 0.44, 0.4, 0.97, 0.83, 0.65, 0.77, 0.83, 0.79, 0.68, 0.52, 0.44, 0.68, 0.59, 0.91, 1,
    0.78, 0.7, 0.77, 0.95, 0.87, 0.67, 0.49, 0.69, 0.85, 0.74, 0.65, 0.66, 0.5, 0.41, 0.25, 0.07, 0.03,
  ],
  words: { en: 'Dreamy music, bells, slow', ru: 'Мечтательная музыка, колокольчики, медленно' },
}
