/** Writes JSON with the keys of objects in order, so that equal values are equal texts. */
export const canonicalJson = (input: unknown): string =>
  JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
