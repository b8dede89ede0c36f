import type { RunContext } from '../provider.ts'

/** As many pixels on the longer side as the built-in engine's previews have. */
const longestSide = 40
const maxLength = 2_000
const qualities = [70, 40]
/** A file of a few bytes can unfold to gigabytes. */
const mostBytes = 16 * 1024 * 1024
const mostPixels = 16_000_000

export type Previews = Disposable & { show(picture: Uint8Array): void }

/**
 * Turns unfinished images into previews, on a thread of the image library. One that cannot be read or that comes while another is encoded is
 * dropped, and none is sent after the end.
 */
export function openPreviews({ onPreview, signal }: Pick<RunContext, 'onPreview' | 'signal'>): Previews {
  let isEncoding = false
  let hasEnded = false
  async function show(picture: Uint8Array) {
    if (isEncoding || picture.byteLength > mostBytes) return
    isEncoding = true
    const preview = await encodePreview(picture).catch(() => null)
    isEncoding = false
    if (preview !== null && !hasEnded && !signal.aborted) onPreview(preview)
  }
  return {
    show: (picture) => void show(picture),
    [Symbol.dispose]() {
      hasEnded = true
    },
  }
}

async function encodePreview(picture: Uint8Array): Promise<string | null> {
  const { default: sharp } = await import('sharp')
  const size = { width: longestSide, height: longestSide, fit: 'inside' } as const
  for (const quality of qualities) {
    const small = sharp(picture, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }).timeout({ seconds: 5 })
    const bytes = await small.resize(size).webp({ quality }).toBuffer()
    const url = `data:image/webp;base64,${bytes.toString('base64')}`
    if (url.length <= maxLength) return url
  }
  return null
}
