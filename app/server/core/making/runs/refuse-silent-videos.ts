import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import { inspection } from '#app/server/inspection/inspection.ts'
import { InspectionError } from '#app/server/inspection/inspection-error.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { type Storage, StorageError } from '#app/server/storage/storage.ts'
import { Problem } from '../../problem.ts'
import { findSource } from './open-inputs.ts'

export type RefuseSilentVideosOptions = {
  storage: Storage
  userId: string
  model: Pick<ProviderModel, 'task'> | undefined
  inputs: readonly GenerationInput[]
}

/**
 * Rejects a video without sound that is to be transcribed, where that is not known from its upload: results, and uploads of earlier
 * releases. A file that cannot be opened is left to the run, which reports it.
 */
export async function refuseSilentVideos(db: Database, { storage, userId, model, inputs }: RefuseSilentVideosOptions): Promise<void> {
  if (model?.task !== 'transcribe') return
  for (const [index, input] of inputs.entries()) {
    const source = await findSource(db, userId, input)
    if (!source || !('storageKey' in source) || !source.mediaType.startsWith('video/') || source.hasSound != null) continue
    if (await isSilent(storage, { key: source.storageKey, userId }))
      throw new Problem('invalid_input', { fields: { [`inputs.${index}`]: 'input_without_sound' } })
  }
}

async function isSilent(storage: Storage, { key, userId }: { key: string; userId: string }): Promise<boolean> {
  try {
    await using local = await storage.openLocal(key)
    return !(await inspection.run('measureMedia', { path: local.path }, { userId })).hasAudio
  } catch (error) {
    if (error instanceof StorageError || error instanceof InspectionError) return false
    throw error
  }
}
