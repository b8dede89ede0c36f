import type { ModelDocument } from '#app/contract/operator/model-definitions.ts'

export type Path = readonly string[]

export function isEntry(value: unknown): value is ModelDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(within: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return within
  if (Array.isArray(within)) return valueAt(within[Number(key)], rest)
  return isEntry(within) ? valueAt(within[key], rest) : undefined
}

/** Returns a copy with a value at a path; undefined removes it. Keys keep their order. */
export function withValue(within: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(within)) {
    const next = withValue(within[Number(key)], rest, value)
    return next === undefined ? within.toSpliced(Number(key), 1) : within.toSpliced(Number(key), 1, next)
  }
  const entries = isEntry(within) ? within : {}
  const next = { ...entries, [key]: withValue(entries[key], rest, value) }
  return Object.fromEntries(Object.entries(next).filter(([, one]) => one !== undefined))
}

/** Renames a key in its place. */
export const renamed = (entries: ModelDocument, from: string, to: string): ModelDocument =>
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key === from ? to : key, value]))
