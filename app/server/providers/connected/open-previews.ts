import type { RunContext } from '../provider.ts'

/** Pixels of the longer side, as in the previews of the built-in engine. */
const longestSide = 40
const maxLength = 2_000
const qualities = [70, 40]
/** Bytes, because a small file can decode to gigabytes. */
const mostBytes = 16 * 1024 * 1024
const mostPixels = 16_000_000

export type Previews = Disposable & { show(picture: Uint8Array): void }

/**
 * Encodes unfinished images as previews, on a thread of the image library. It drops one that is unreadable or arrives during the encoding
 * of another, and sends none after the end.
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
