export type Encoding = 'br' | 'gzip' | 'identity'

/** Returns the best encoding of kept bytes that a client accepts, by its `Accept-Encoding`. */
export function encodingFor(accepted: string | string[] | null | undefined): Encoding {
  return accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

export function accepts(accepted: string | string[] | null | undefined, encoding: 'br' | 'gzip' | 'zstd'): boolean {
  return new RegExp(`\\b${encoding}\\b`).test(String(accepted ?? ''))
}
