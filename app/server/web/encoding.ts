export type Encoding = 'br' | 'gzip' | 'identity'

/** Returns the best encoding of kept bytes that a client accepts, by its `Accept-Encoding`. */
export function encodingFor(accepted: string | string[] | null | undefined): Encoding {
  return accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

const names = { br: /\bbr\b/, gzip: /\bgzip\b/, zstd: /\bzstd\b/ }

export const accepts = (accepted: string | string[] | null | undefined, encoding: keyof typeof names): boolean =>
  names[encoding].test(String(accepted ?? ''))
