/** The first and the last byte, both inclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Parses one byte range of a file of `size` bytes (RFC 9110, section 14). Undefined without a header, or for a header that servers may
 * ignore: another unit, several ranges, or invalid syntax.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start > end ? 'unsatisfiable' : { start, end }
}
