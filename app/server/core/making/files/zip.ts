import { makeZip } from 'client-zip'
import type { Storage } from '#app/server/storage/storage.ts'

export type ZipEntry = { name: string; lastModified: Date; input: string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array> }

/** Streams a ZIP without storing it in memory or on disk. */
export function zipOf(entries: AsyncGenerator<ZipEntry, void>): ReadableStream<Uint8Array> {
  // A client that disconnects makes the source throw; the stream then just ends.
  return makeZip({ [Symbol.asyncIterator]: () => ({ next: () => entries.next(), throw: () => entries.return() }) })
}

type Stored = {
  name: string
  storageKey: string
  lastModified: Date
  /** Called if the file exists. */
  onFound?: () => void
  /** Called if the file is missing or truncated. */
  onMissing: () => void
}

/** Adds a stored file. A missing file is skipped and an unreadable one truncated: the archive is always complete. */
export async function* storedEntry(
  storage: Storage,
  { name, storageKey, lastModified, onFound, onMissing }: Stored,
): AsyncGenerator<ZipEntry, void> {
  const stream = await storage.read(storageKey).catch(() => undefined)
  if (!stream) return onMissing()
  onFound?.()
  const reader = stream.getReader()
  try {
    yield { name, lastModified, input: readOrStop(reader, onMissing) }
  } finally {
    // Closes the file if the client disconnects in the middle of it.
    await reader.cancel().catch(() => undefined)
  }
}

/** Ends the file early on an error, which would otherwise abort the archive. */
async function* readOrStop(reader: ReadableStreamDefaultReader<Uint8Array>, onBroken: () => void): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch {
    onBroken()
  }
}
