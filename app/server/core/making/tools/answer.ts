import type { Storage } from '#app/server/storage/storage.ts'
import type { ShownKind } from './shown.ts'

/** The result of a call for the model. `items`: each a line under a handle. */
export type ToolAnswer = { text: string; failed?: true; items?: { kind: ShownKind; id: string; line: string }[] }

export type ToolPlace = { storage: Storage; userId: string; stepId: string; shown: ReadonlyMap<string, string> }
