import { open } from 'node:fs/promises'
import type { Tasks } from '../tasks.ts'

const headBytes = 12
/** Chunks that may come before the samples. */
const mostChunks = 1_000
const sizeLimit = 0xffff_fffe

/** Recorders write the sizes of a WAV last, so one that was interrupted, or could not go back, leaves 0 or the largest number. */
export async function mendWave({ path }: Tasks['mendWave']): Promise<boolean> {
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  const read = async (at: number, length: number) => (await file.read(Buffer.alloc(length), 0, length, at)).buffer
  const head = await read(0, headBytes)
  if (head.toString('latin1', 0, 4) !== 'RIFF') return false
  for (let at = headBytes, chunk = 0; at + 8 <= size && chunk < mostChunks; chunk += 1) {
    const start = await read(at, 8)
    const [id, stated] = [start.toString('latin1', 0, 4), start.readUInt32LE(4)]
    const left = size - at - 8
    if (id === 'data' && left > 0 && (stated > left || (stated === 0 && isUnset(head.readUInt32LE(4), size)))) {
      await file.write(sizeOf(left), 0, 4, at + 4)
      await file.write(sizeOf(size - 8), 0, 4, 4)
      return true
    }
    if (id === 'data' && stated === 0) return false
    at += 8 + stated + (stated % 2)
  }
  return false
}

/** Whether the size of the whole file is none, so that the size of its samples is none either. */
const isUnset = (stated: number, size: number) => stated < 36 || stated > size || stated === 36

function sizeOf(bytes: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(Math.min(bytes, sizeLimit))
  return size
}
