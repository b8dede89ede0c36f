/** One line without control characters (a database text cannot hold all of them); null when nothing is left. */
export function cleanName(name: string | null | undefined): string | null {
  const line = name?.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line || null
}
