import type { Generation, GenerationFile, GenerationInput, Upload } from '#app/contract/runs/generations.ts'

/** A video to join. The same one can be in the list more than once. */
export type Clip = {
  key: number
  input: GenerationInput
  name: string
  file: Pick<GenerationFile, 'duration_ms' | 'width' | 'height' | 'thumbnail_url'>
}

let lastKey = 0

/** Returns the video of a work; undefined if it has none. */
export function clipOf({ id, type, status, files }: Generation, name: string): Clip | undefined {
  const index = files.findIndex(({ media_type: mediaType }) => mediaType.startsWith('video/'))
  const file = files[index]
  if (type !== 'video' || status !== 'succeeded' || !file) return undefined
  lastKey += 1
  return { key: lastKey, input: { generation_id: id, role: 'source', index }, name, file }
}

/** Returns an uploaded file as a clip. */
export function uploadedClip({ id, duration_ms, width, height }: Upload, name: string): Clip {
  lastKey += 1
  return { key: lastKey, input: { upload_id: id, role: 'source' }, name, file: { duration_ms, width, height, thumbnail_url: null } }
}

/** Whether all works have a video, and there are at least two. */
export const canJoin = (works: readonly Generation[]): boolean =>
  works.length > 1 && works.every(({ type, status, deleted_at: deleted }) => type === 'video' && status === 'succeeded' && deleted === null)

/** Returns the length of the joined video in seconds. A cross-fade takes its time from both neighbours, at most half of the shortest. */
export function joinedSeconds(clips: readonly Pick<Clip, 'file'>[], wanted: number): number {
  const lengths = clips.map(({ file }) => (file.duration_ms ?? 0) / 1_000)
  const fade = Math.min(wanted, ...lengths.map((length) => length / 2))
  return lengths.reduce((sum, length) => sum + length, 0) - (lengths.length > 1 ? fade * (lengths.length - 1) : 0)
}
