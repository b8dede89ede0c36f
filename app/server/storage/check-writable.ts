import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Storage } from './storage.ts'

/** Stores a small file and deletes it. Throws if the storage accepts no files. */
export async function checkWritable(storage: Storage): Promise<void> {
  // Processes on one storage do not delete each other's file.
  const key = `checks/${process.pid}-${hostname().replaceAll(/[^0-9a-z-]/gi, '')}`.slice(0, 200)
  await using file = storage.openTemp()
  await writeFile(file.path, 'ok')
  await storage.putFile(key, file.path)
  await storage.delete(key)
}
