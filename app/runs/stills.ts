import type { CSSProperties } from 'react'
import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'

export function ratioOf({ width, height }: Pick<GenerationFile, 'width' | 'height'>): number {
  return width && height ? width / height : 16 / 9
}

/** Width of posters and thumbnails in pixels, unless the work itself is smaller. */
export const posterWidth = 640
const thumbnailWidth = 320

/** Returns `src` and `srcSet` of a work's thumbnail and poster, smallest first. */
export function stillsOf({ thumbnail_url, poster_url, width }: GenerationFile): { src: string | undefined; srcSet: string | undefined } {
  const own = width ?? posterWidth
  const stills = [
    { url: thumbnail_url, width: Math.min(thumbnailWidth, own) },
    { url: poster_url, width: Math.min(posterWidth, own) },
  ].filter(({ url }) => url !== null)
  return {
    src: poster_url ?? thumbnail_url ?? undefined,
    srcSet: stills.map((still) => `${still.url} ${still.width}w`).join(', ') || undefined,
  }
}

/** Returns the placeholder behind an image, as a background, which needs no script. */
export function groundOf({ placeholder }: Pick<GenerationFile, 'placeholder'>): CSSProperties | undefined {
  return placeholder ? { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover', backgroundPosition: 'center' } : undefined
}

/** Returns the expected number of images of a run; 1 for other kinds. */
export const expectedCount = ({ type, options }: Pick<Generation, 'type' | 'options'>): number =>
  type === 'image' ? Math.max(1, Number(options.count) || 1) : 1

/** Returns the expected ratio of a run, from its options, to reserve its space. Joined videos have the shape of the first one: no option. */
export function expectedRatio({ type, options, files }: Pick<Generation, 'type' | 'options' | 'files'>): number {
  if (files[0]?.width) return ratioOf(files[0])
  for (const value of Object.values(options)) {
    const shape = typeof value === 'string' ? /^(\d{1,4})[:x×](\d{1,4})$/.exec(value) : null
    if (shape?.[1] && shape[2]) return Number(shape[1]) / Number(shape[2])
  }
  return type === 'video' ? 16 / 9 : 1
}

/** Fills the width, unless the height would exceed the window; then the width follows from the ratio. */
export function frameStyle(ratio: number, maxHeight = 'min(68dvh, 34rem)'): CSSProperties {
  return { aspectRatio: String(ratio), width: `min(100%, calc(${maxHeight} * ${ratio.toFixed(4)}))` }
}
