import type { Locale } from '#config'

/** Unedited works of the built-in engine with their prompts. The files are in `public/samples`. */
export const sampleFile = (name: string) => `/samples/${name}`

/** Width of a second file of each image, for phones and small columns. */
export const narrowWidth = 720

/** Lists both files of an image for `srcset`. */
export const filesOf = ({ src, width }: Pick<PictureSample, 'src' | 'width'>) =>
  `${src.replace('.webp', `-${narrowWidth}.webp`)} ${narrowWidth}w, ${src} ${width}w`

export type Localized = Record<Locale, string>

export type PictureSample = { src: string; width: number; height: number; words: Localized }

export const film: PictureSample & { still: string } = {
  src: sampleFile('video-1.mp4'),
  still: sampleFile('video-1.webp'),
  width: 1280,
  height: 720,
  words: { en: 'Sailing boat on the sea at sunset, calm', ru: 'Парусник в море на закате, спокойно' },
}

/** The image that tests a connected model. */
export const demoPicture: PictureSample = {
  src: sampleFile('image-5.webp'),
  width: 1024,
  height: 768,
  words: { en: 'A deer in a foggy forest at dawn', ru: 'Олень в туманном лесу на рассвете' },
}

export const pictures = {
  lights: {
    src: sampleFile('image-1.webp'),
    width: 1024,
    height: 768,
    words: { en: 'Snowy mountains above a lake, night, northern lights', ru: 'Снежные горы над озером, ночь, северное сияние' },
  },
  city: {
    src: sampleFile('image-2.webp'),
    width: 1024,
    height: 768,
    words: { en: 'Neon city by the water in the rain', ru: 'Неоновый город у воды под дождём' },
  },
  dunes: {
    src: sampleFile('image-3.webp'),
    width: 1024,
    height: 768,
    words: { en: 'Sand dunes in the desert at sunset', ru: 'Барханы в пустыне на закате' },
  },
  planet: {
    src: sampleFile('image-4.webp'),
    width: 1024,
    height: 768,
    words: { en: 'A ringed planet and a nebula in space', ru: 'Планета с кольцами и туманность в космосе' },
  },
} satisfies Record<string, PictureSample>
