import type { EngineCapabilities, EngineErrorClass, EngineResult } from './engine.ts'
import type { EngineJob } from './options.ts'

/** The child's settings, passed as JSON in its first argument. */
export type ChildSettings = {
  scratchDir: string
  threads: number
  /** Milliseconds without a checkpoint after which a job that reads films of others loses its thread. */
  stuckMs: number
  /** Packages to treat as not installed, for tests. */
  treatAsMissing: string[]
}

/** Reads the settings in an argument, which the parent, of the same release, has written. */
export function readChildSettings(argument: string | undefined): ChildSettings {
  const settings = JSON.parse(argument ?? 'null')
  if (!isChildSettings(settings)) throw new Error('The engine starts with its settings as JSON in the first argument.')
  return settings
}

const isChildSettings = (value: unknown): value is ChildSettings => typeof value === 'object' && value !== null && 'scratchDir' in value

export type ParentMessage = { type: 'probe' } | { type: 'run'; id: string; job: EngineJob } | { type: 'cancel'; id: string }

/** An `EngineError` does not survive structured cloning, so failures travel as plain data. */
export type Outcome = { ok: true; result: EngineResult } | { ok: false; errorClass: EngineErrorClass; message: string }

export type ChildMessage =
  | { type: 'capabilities'; capabilities: EngineCapabilities }
  | { type: 'progress'; id: string; progress: number }
  | { type: 'text'; id: string; delta: string }
  | { type: 'preview'; id: string; preview: string }
  | { type: 'done'; id: string; outcome: Outcome }

/** Reports of a render thread. `end` is always the last: nothing is lost when the promise of the task settles first. */
export type ThreadMessage =
  | { type: 'progress'; progress: number }
  | { type: 'text'; delta: string }
  | { type: 'preview'; preview: string }
  | { type: 'end' }

const parentTypes = new Set<unknown>(['probe', 'run', 'cancel'] satisfies ParentMessage['type'][])
const childTypes = new Set<unknown>(['capabilities', 'progress', 'text', 'preview', 'done'] satisfies ChildMessage['type'][])
const threadTypes = new Set<unknown>(['progress', 'text', 'preview', 'end'] satisfies ThreadMessage['type'][])

// Both ends of each channel are this package's own code: the tag is enough to recognize a message.
const tagOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined

export const isParentMessage = (message: unknown): message is ParentMessage => parentTypes.has(tagOf(message))
export const isChildMessage = (message: unknown): message is ChildMessage => childTypes.has(tagOf(message))
export const isThreadMessage = (message: unknown): message is ThreadMessage => threadTypes.has(tagOf(message))
