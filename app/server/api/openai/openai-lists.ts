/** Makes a list of the protocol from the rows that were read, one more than the limit. */
export function toObjectList<Row extends { id: string }, T>(rows: readonly Row[], limit: number, toObject: (row: Row) => T) {
  const shown = rows.slice(0, limit)
  return {
    object: 'list' as const,
    data: shown.map(toObject),
    first_id: shown[0]?.id ?? null,
    last_id: shown.at(-1)?.id ?? null,
    has_more: rows.length > limit,
  }
}
