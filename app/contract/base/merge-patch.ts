import { canonicalJson } from './canonical-json.ts'

/** A change of a JSON object (RFC 7396): a member replaces one, null removes it, and an object changes the one that it meets. */
export type MergePatch = Record<string, unknown>

const isObject = (value: unknown): value is MergePatch => typeof value === 'object' && value !== null && !Array.isArray(value)

export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key)
    else merged.set(key, mergePatch(merged.get(key), value))
  }
  return Object.fromEntries(merged)
}

/**
 * Returns the change from one object to another. Members that are null count as missing, because a change cannot say that they are null; a
 * schema adds them again.
 */
export function patchBetween(before: MergePatch, after: MergePatch): MergePatch {
  const removed = Object.keys(before).filter((key) => before[key] !== null && !(key in after))
  const changed = Object.entries(after).flatMap(([key, value]): [string, unknown][] => {
    const old = key in before ? before[key] : null
    if (isObject(old) && isObject(value)) {
      const within = patchBetween(old, value)
      return Object.keys(within).length > 0 ? [[key, within]] : []
    }
    return canonicalJson(old) === canonicalJson(value) ? [] : [[key, value]]
  })
  return Object.fromEntries([...removed.map((key): [string, unknown] => [key, null]), ...changed])
}
