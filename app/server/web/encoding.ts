export type Encoding = 'br' | 'gzip' | 'identity'

/** Returns the best encoding that a client accepts, by its `Accept-Encoding`. */
export function encodingFor(accepted: string | string[] | null | undefined): Encoding {
  const given = String(accepted ?? '')
  return /\bbr\b/.test(given) ? 'br' : /\bgzip\b/.test(given) ? 'gzip' : 'identity'
}
