import type { Locale } from '#config'

/** Works of the built-in engine as it made them, with the words they were made from. The files lie in `public/samples`. */
const file = (name: string) => `/samples/${name}`

type Words = Record<Locale, string>

export type PictureSample = { src: string; width: number; height: number; words: Words }

export const film: PictureSample & { still: string } = {
  src: file('video-1.mp4'),
  still: file('video-1.webp'),
  width: 1280,
  height: 720,
  words: { en: 'Sailing boat on the sea at sunset, calm', ru: 'Парусник в море на закате, спокойно' },
}

export const pictures = {
  lights: {
    src: file('image-1.webp'),
    width: 1024,
    height: 768,
    words: { en: 'Snowy mountains above a lake, night, northern lights', ru: 'Снежные горы над озером, ночь, северное сияние' },
  },
  city: {
    src: file('image-2.webp'),
    width: 1024,
    height: 768,
    words: { en: 'Neon city by the water in the rain', ru: 'Неоновый город у воды под дождём' },
  },
  dunes: {
    src: file('image-3.webp'),
    width: 1024,
    height: 768,
    words: { en: 'Sand dunes in the desert at sunset', ru: 'Барханы в пустыне на закате' },
  },
  planet: {
    src: file('image-4.webp'),
    width: 1024,
    height: 768,
    words: { en: 'A ringed planet and a nebula in space', ru: 'Планета с кольцами и туманность в космосе' },
  },
} satisfies Record<string, PictureSample>

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

export const music: Omit<SoundSample, 'words'> & { words: Words } = {
  src: file('music-1.mp3'),
  durationMs: 12000,
  peaks: [
    0.41, 0.74, 0.7, 0.55, 0.59, 0.67, 0.52, 0.47, 0.44, 0.4, 0.97, 0.83, 0.65, 0.77, 0.83, 0.79, 0.68, 0.52, 0.44, 0.68, 0.59, 0.91, 1,
    0.78, 0.7, 0.77, 0.95, 0.87, 0.67, 0.49, 0.69, 0.85, 0.74, 0.65, 0.66, 0.5, 0.41, 0.25, 0.07, 0.03,
  ],
  words: { en: 'Dreamy music, bells, slow', ru: 'Мечтательная музыка, колокольчики, медленно' },
}

/** A text and its key points, word for word as the engine gave them (task `key-points`, length `short`). */
export const digest: Record<Locale, { source: string; points: readonly string[] }> = {
  en: {
    source:
      'A glacier is a river that takes its time. Snow falls on its upper reaches and, over decades, is pressed into ice by the weight of the snow above it. Once the ice is about thirty metres thick, it begins to flow downhill and carries rock with it. Near its foot the ice melts, and the rock is left behind in long ridges called moraines. From the moraines geologists can tell how far the ice once reached. A glacier that loses more ice at its foot than snow adds at its head grows shorter every year.',
    points: [
      'Near its foot the ice melts, and the rock is left behind in long ridges called moraines.',
      'From the moraines geologists can tell how far the ice once reached.',
      'A glacier that loses more ice at its foot than snow adds at its head grows shorter every year.',
    ],
  },
  ru: {
    source:
      'Ледник — это река, которая никуда не спешит. В его верховьях падает снег и за десятки лет превращается в лёд под тяжестью нового снега. Когда толщина льда достигает примерно тридцати метров, он начинает течь вниз по склону и уносит с собой камни. Внизу лёд тает, и камни остаются длинными грядами, которые называют моренами. По моренам геологи узнают, как далеко когда-то доходил лёд. Если внизу тает больше льда, чем наверху прибавляется снега, ледник с каждым годом становится короче.',
    points: [
      'В его верховьях падает снег и за десятки лет превращается в лёд под тяжестью нового снега.',
      'Внизу лёд тает, и камни остаются длинными грядами, которые называют моренами.',
      'Если внизу тает больше льда, чем наверху прибавляется снега, ледник с каждым годом становится короче.',
    ],
  },
}
