import { statfs } from 'node:fs/promises'

/** Bytes of the file system that holds the folder, as an ordinary user may use them. */
export async function readDiskSpace(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}
