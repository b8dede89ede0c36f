import { writeFile } from 'node:fs/promises'
import * as v from 'valibot'
import { type Storage, StorageError } from './storage.ts'

/** The file by which processes recognize that they share a storage. */
const markerKey = 'installation.json'

export const isMarker = (key: string) => key === markerKey

const markerSchema = v.object({
  installation: v.string(),
  /** False while files are being moved in. */
  complete: v.boolean(),
})
export type Marker = v.InferOutput<typeof markerSchema>

/** Returns undefined if there is none; throws for one that cannot be read. */
export async function readMarker(storage: Storage): Promise<Marker | undefined> {
  try {
    return v.parse(markerSchema, JSON.parse(await new Response(await storage.read(markerKey)).text()))
  } catch (error) {
    if (error instanceof StorageError && error.code === 'not_found') return undefined
    throw error
  }
}

export async function writeMarker(storage: Storage, marker: Marker): Promise<void> {
  await using temp = storage.openTemp()
  await writeFile(temp.path, `${JSON.stringify(marker)}\n`, { mode: 0o600 })
  await storage.putFile(markerKey, temp.path)
}
