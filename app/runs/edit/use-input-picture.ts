import { useQuery } from '@tanstack/react-query'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { generationQuery, uploadQuery } from '#app/shell/data/generations.queries.ts'
import { fileAt } from '../files.ts'

/** An image to edit, with its size in pixels. */
export type GivenPicture = { url: string; width: number; height: number }

/** The image of an input; null until it is known, and for other files. */
export function useInputPicture(input: GenerationInput): GivenPicture | null {
  const uploadId = 'upload_id' in input ? input.upload_id : undefined
  const generationId = 'generation_id' in input ? input.generation_id : undefined
  const upload = useQuery({ ...uploadQuery(uploadId ?? ''), enabled: uploadId !== undefined })
  const generation = useQuery({ ...generationQuery(generationId ?? ''), enabled: generationId !== undefined })
  const file = upload.data ?? (generation.data && fileAt(generation.data, 'index' in input ? input.index : 0))
  if (!file?.media_type.startsWith('image/') || !file.width || !file.height) return null
  return { url: file.url, width: file.width, height: file.height }
}
