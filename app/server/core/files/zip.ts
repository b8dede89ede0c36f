import { makeZip } from 'client-zip'
import type { Storage } from '../../storage/storage.ts'

export type ZipEntry = { name: string; lastModified: Date; input: string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array> }

/** A ZIP that is made as it is read: nothing of it is kept in memory or on the disk. */
export function zipOf(entries: AsyncGenerator<ZipEntry, void>): ReadableStream<Uint8Array> {
  // Whoever stops reading throws into what is read: here that is no error, only the end.
  return makeZip({ [Symbol.asyncIterator]: () => ({ next: () => entries.next(), throw: () => entries.return() }) })
}

type Stored = {
  name: string
  storageKey: string
  lastModified: Date
  /** It is there, as far as can be told before it is read. */
  onFound?: () => void
  /** It is gone, or has broken off in the middle. */
  onMissing: () => void
}

/** A stored file. One that is gone is left out, one that breaks off is cut short: the archive is whole in any case. */
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
    // Whoever stops reading the archive in the middle of a file leaves that file open.
    await reader.cancel().catch(() => undefined)
  }
}

/** An error in the middle of a file would break the archive off; so the file ends there instead. */
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
