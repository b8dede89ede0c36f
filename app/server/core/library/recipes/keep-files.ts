import { readFile } from 'node:fs/promises'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { RecipeFile } from '#app/contract/recipes/recipes.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { findSource } from '../../making/runs/open-inputs.ts'
import { keepUpload } from '../../making/uploads/keep-upload.ts'
import type { UploadSlots } from '../../making/uploads/upload-slots.ts'
import { Problem } from '../../problem.ts'

export type KeepFilesOptions = { storage: Storage; slots: UploadSlots; userId: string; inputs: readonly GenerationInput[] }

/** Returns images as uploads of the person; those that are results become uploads. Other files are not part of a recipe. */
export async function keepFiles(db: Database, { inputs, userId, ...store }: KeepFilesOptions): Promise<RecipeFile[]> {
  const kept: RecipeFile[] = []
  const fields: Record<string, FieldErrorCode> = {}
  for (const [index, input] of inputs.entries()) {
    const source = await findSource(db, userId, input)
    if (!source) fields[`inputs.${index}`] = 'input_unknown'
    else if (!('storageKey' in source) || !source.mediaType.startsWith('image/')) fields[`inputs.${index}`] = 'input_not_taken'
    else if ('upload_id' in input) kept.push({ upload_id: input.upload_id, role: input.role })
    else kept.push({ upload_id: await copyFile(db, { ...store, userId, storageKey: source.storageKey }), role: input.role })
  }
  if (Object.keys(fields).length > 0) throw new Problem('invalid_input', { fields })
  return kept
}

export type LendFilesOptions = Omit<KeepFilesOptions, 'inputs'> & { from: string; files: readonly RecipeFile[] }

/** Copies the files of a recipe to the person who fills it in. The same files again are the same uploads. */
export async function lendFiles(db: Database, { from, files, userId, ...store }: LendFilesOptions): Promise<RecipeFile[]> {
  if (from === userId) return [...files]
  const copies: RecipeFile[] = []
  for (const [index, file] of files.entries()) {
    const source = await findSource(db, from, file)
    if (!source || !('storageKey' in source)) throw new Problem('invalid_input', { fields: { [`inputs.${index}`]: 'input_unknown' } })
    copies.push({ upload_id: await copyFile(db, { ...store, userId, storageKey: source.storageKey }), role: file.role })
  }
  return copies
}

type CopyFileOptions = Omit<KeepFilesOptions, 'inputs'> & { storageKey: string }

/** Copies under way, so that two first runs at once share one. */
const copying = new Map<string, Promise<string>>()

function copyFile(db: Database, options: CopyFileOptions): Promise<string> {
  const key = `${options.userId} ${options.storageKey}`
  const underWay = copying.get(key) ?? copyToUpload(db, options).finally(() => copying.delete(key))
  copying.set(key, underWay)
  return underWay
}

async function copyToUpload(db: Database, { storageKey, ...options }: CopyFileOptions): Promise<string> {
  await using local = await options.storage.openLocal(storageKey)
  const { id } = await keepUpload(db, { ...options, bytes: await readFile(local.path) })
  return id
}
