import type { EngineCapabilities, EngineErrorClass, EngineJob, EngineResult } from './protocol.ts'

/** What the child is started with, as JSON in its first argument. */
export type ChildSettings = {
  scratchDir: string
  threads: number
  /** Packages to treat as not installed; lets tests see a machine without them. */
  treatAsMissing: string[]
}

export type ParentMessage = { type: 'probe' } | { type: 'run'; id: string; job: EngineJob } | { type: 'cancel'; id: string }

/** An `EngineError` does not survive structured cloning, so failures travel as plain data. */
export type Outcome = { ok: true; result: EngineResult } | { ok: false; errorClass: EngineErrorClass; message: string }

export type ChildMessage =
  | { type: 'capabilities'; capabilities: EngineCapabilities }
  | { type: 'progress'; id: string; progress: number }
  | { type: 'text'; id: string; delta: string }
  | { type: 'done'; id: string; outcome: Outcome }

/** What a render thread reports while it works; `end` is always last, so nothing is lost when the task's promise settles first. */
export type ThreadMessage = { type: 'progress'; progress: number } | { type: 'text'; delta: string } | { type: 'end' }

const parentTypes = new Set<unknown>(['probe', 'run', 'cancel'] satisfies ParentMessage['type'][])
const childTypes = new Set<unknown>(['capabilities', 'progress', 'text', 'done'] satisfies ChildMessage['type'][])
const threadTypes = new Set<unknown>(['progress', 'text', 'end'] satisfies ThreadMessage['type'][])

// Both ends of each channel are this folder's own code: looking at the tag is enough to tell our messages from strays.
const tagOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined

export const isParentMessage = (message: unknown): message is ParentMessage => parentTypes.has(tagOf(message))
export const isChildMessage = (message: unknown): message is ChildMessage => childTypes.has(tagOf(message))
export const isThreadMessage = (message: unknown): message is ThreadMessage => threadTypes.has(tagOf(message))
