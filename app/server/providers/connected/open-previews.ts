import { inspection } from '../../inspection/inspection.ts'
import type { RunContext } from '../provider.ts'

/** Bytes that are sent to the process of the parsers. */
const mostBytes = 16 * 1024 * 1024

export type Previews = Disposable & { show(picture: Uint8Array): void }

/**
 * Encodes unfinished images as previews. It drops one that is unreadable or arrives during the encoding
 * of another, and sends none after the end.
 */
export function openPreviews({ onPreview, signal }: Pick<RunContext, 'onPreview' | 'signal'>): Previews {
  let isEncoding = false
  let hasEnded = false
  async function show(picture: Uint8Array) {
    if (isEncoding || picture.byteLength > mostBytes) return
    isEncoding = true
    const preview = await inspection.run('drawPreview', { file: picture }, { signal }).catch(() => null)
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
