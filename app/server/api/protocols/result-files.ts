import type { AnswerImage } from '#app/contract/protocols/chat.ts'
import { findFile } from '../../core/making/files/find-file.ts'
import { type GenerationRow, toGeneration } from '../../core/making/generations/to-generation.ts'
import type { Runtime } from '../../runtime.ts'
import type { ApiRequest } from '../endpoint.ts'
import type { PersonOrKey } from '../requests/identify.ts'

export const unixTime = (date: Date) => Math.floor(date.getTime() / 1000)

export type Answering = Pick<ApiRequest<PersonOrKey, unknown>, 'runtime' | 'locale'>

export async function filesOf({ runtime: { db, keys, providers }, locale }: Answering, row: GenerationRow, mediaType: string) {
  const { files } = await toGeneration(db, row, { keys, providers, locale })
  return files.filter(({ media_type }) => media_type.startsWith(mediaType))
}

/** Returns the images of an answer as OpenRouter does. */
export async function answerImages(answering: Answering, row: GenerationRow): Promise<AnswerImage[]> {
  if (!row.pictured) return []
  const files = await filesOf(answering, row, 'image/')
  return Promise.all(
    files.map(async ({ id, media_type }) => {
      const url = `data:${media_type};base64,${(await readBytes(answering.runtime, id)).toString('base64')}`
      return { type: 'image_url' as const, image_url: { url } }
    }),
  )
}

export async function readBytes({ db, storage }: Runtime, id: string): Promise<Buffer> {
  const { storageKey, bytes } = await findFile(db, { id, ownerId: null })
  return Buffer.from(await new Response(await storage.read(storageKey, { bytes })).arrayBuffer())
}
