import { open } from 'node:fs/promises'

/** Waits until a file, or the names in a folder, would survive a power failure. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
