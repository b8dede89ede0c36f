/** Reduces the name to one line without control characters, which PostgreSQL partly rejects; null when nothing is left. */
export function cleanName(name: string | null | undefined): string | null {
  const line = name?.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line || null
}
