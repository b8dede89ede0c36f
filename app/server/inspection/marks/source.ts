import { open } from 'node:fs/promises'

/** The structure of a file is unknown, or has no place for a mark. */
export class UnknownStructure extends Error {
  override name = 'UnknownStructure'
}

/** A file that is read in pieces. */
export type Source = {
  size: number
  /** Reads exactly these bytes; throws UnknownStructure if the file ends before, or if they are too many for a block of metadata. */
  read(at: number, length: number): Promise<Buffer>
}

/** Largest block of metadata that is read into memory. */
export const maxBlock = 4 * 1024 * 1024
/** Largest number of chunks, boxes or elements of a file; those of honest files are far fewer. */
const maxSteps = 100_000
const windowBytes = 32 * 1024

export async function openSource(path: string): Promise<Source & AsyncDisposable> {
  const file = await open(path)
  const size = await file.stat().then(
    (stat) => stat.size,
    async (error: unknown) => {
      await file.close()
      throw error
    },
  )
  let window: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) }

  async function readAt(at: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, at + filled)
      if (bytesRead === 0) throw new UnknownStructure('the file became shorter')
      filled += bytesRead
    }
    return buffer
  }

  return {
    size,
    async read(at, length) {
      if (!Number.isSafeInteger(at) || at < 0 || length < 0 || length > maxBlock || at + length > size) {
        throw new UnknownStructure('no such bytes in the file')
      }
      if (length > windowBytes) return readAt(at, length)
      if (at < window.at || at + length > window.at + window.bytes.length) {
        window = { at, bytes: await readAt(at, Math.min(windowBytes, size - at)) }
      }
      return window.bytes.subarray(at - window.at, at - window.at + length)
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}

/** Returns a function that limits the steps of a walk through a file. */
export function countSteps(): () => void {
  let steps = 0
  return () => {
    steps += 1
    if (steps > maxSteps) throw new UnknownStructure('too many parts')
  }
}
