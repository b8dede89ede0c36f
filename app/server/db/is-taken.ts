/** Whether a statement violated a unique constraint (SQLSTATE 23505). */
export function isTaken(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === '23505') return true
  return false
}
