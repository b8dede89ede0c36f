import { parse, stringify } from 'uuid'

/** Packs ids for the URL in 22 characters each, so that a hundred fit. */
export function packSelection(ids: readonly string[]): string {
  const bytes = new Uint8Array(ids.length * 16)
  for (const [index, id] of ids.entries()) bytes.set(parse(id), index * 16)
  // In chunks, because the number of arguments of a call is limited.
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Returns the packed ids without duplicates. An invalid list counts as empty. */
export function unpackSelection(packed: string, max: number): string[] {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const ids = Array.from({ length: Math.floor(bytes.length / 16) }, (_, index) => stringify(bytes, index * 16))
    return [...new Set(ids)].slice(0, max)
  } catch {
    return []
  }
}
