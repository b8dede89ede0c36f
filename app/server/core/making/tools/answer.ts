import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import type { ShownKind } from './shown.ts'

/** The result of a call for the model. `items`: each a line under a handle; `inputs`: images that it may see. */
export type ToolAnswer = {
  text: string
  failed?: true
  items?: { kind: ShownKind; id: string; line: string }[]
  inputs?: GenerationInput[]
}

export type ToolPlace = { storage: Storage; userId: string; stepId: string; shown: ReadonlyMap<string, string> }
