import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { ModelInput } from '#app/contract/runs/models.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { readSources, type Source } from './read-sources.ts'

/** A file of a turn. */
export type Attached = { input: GenerationInput; source: Source }

/** Returns the inputs whose sources the person can use. */
export async function readAttached(db: Database | Transaction, userId: string, inputs: readonly GenerationInput[]): Promise<Attached[]> {
  const sourceOf = await readSources(db, userId, inputs)
  return inputs.flatMap((input) => {
    const source = sourceOf(input)
    return source ? [{ input, source }] : []
  })
}

/** Whether the model takes the file in this role. */
export function isTaken(model: Pick<ProviderModel, 'inputs'>, { input, source }: Attached): boolean {
  const accepted = model.inputs.find(({ role }) => role === input.role)
  return accepted !== undefined && accepted.types.includes(source.type) && isFormatTaken(accepted, source)
}

/** Whether the format of a sound or a video is one that the model takes. */
export function isFormatTaken({ audio_types: sounds, video_types: films }: ModelInput, { type, mediaType }: Source): boolean {
  const formats = type === 'audio' ? sounds : type === 'video' ? films : undefined
  return !formats || formats.includes(mediaType)
}

/**
 * Limits of the files that one request to a language model contains, those of earlier turns included. In Base64 the bytes are a third more,
 * and the smallest limit of a service is 20 MB.
 */
export const maxAttachedFiles = 20
export const maxAttachedBytes = 14_000_000
/** Text is counted by its bytes, each of which may be a token of the model. */
export const maxAttachedTextBytes = 400_000

/** Pictures are scaled down before they are sent; nearly all of them are smaller then. */
const pictureBytes = 1_000_000

/** Returns the bytes of text files among the files of a request. */
export const textBytes = ({ type, bytes }: Pick<Source, 'type' | 'bytes'>): number => (type === 'text' ? bytes : 0)

/** Returns the bytes of a file in a request. */
export const sentBytes = ({ type, bytes }: Source): number => (type === 'image' ? Math.min(bytes, pictureBytes) : bytes)
