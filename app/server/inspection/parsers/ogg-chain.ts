import { open } from 'node:fs/promises'

export type Part = { start: number; end: number }

const headBytes = 27
const blockBytes = 1024 * 1024
const mostParts = 2_000
const beginsStream = 0x02

/**
 * Finds the parts of an Ogg file that follow one another, each with streams of its own: joined files, and recordings of radio. A part begins
 * with the pages that begin its streams.
 */
export async function findChain(path: string): Promise<Part[]> {
  await using file = await open(path)
  const { size } = await file.stat()
  const starts: number[] = []
  let block = Buffer.alloc(0)
  let blockAt = 0
  let begins = false
  for (let at = 0; at + headBytes <= size;) {
    if (at < blockAt || at + headBytes + 255 > blockAt + block.length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(blockBytes, size - at)), 0, null, at)
      block = buffer.subarray(0, bytesRead)
      blockAt = at
      if (bytesRead < headBytes) break
    }
    const head = block.subarray(at - blockAt)
    if (head.toString('latin1', 0, 4) !== 'OggS') break
    const isBeginning = (head.readUInt8(5) & beginsStream) !== 0
    if (isBeginning && !begins) starts.push(at)
    if (starts.length > mostParts) throw new Error('too many parts')
    begins = isBeginning
    const segments = head.readUInt8(26)
    at += headBytes + segments + head.subarray(headBytes, headBytes + segments).reduce((sum, length) => sum + length, 0)
  }
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? size }))
}
