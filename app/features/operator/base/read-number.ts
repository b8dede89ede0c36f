/** Parses a whole number of at least `least`, with any separator of thousands; undefined for anything else. */
export function readWhole(typed: string, least = 1): number | undefined {
  if (!/^\d{1,3}(?:[\s,.]\d{3})+$|^\d{1,9}$/.test(typed.trim())) return undefined
  const value = Number(typed.replaceAll(/\D/g, ''))
  return value < least ? undefined : value
}

/** Parses a number of zero or more with either decimal separator; undefined for anything else. */
export const readDecimal = (typed: string): number | undefined =>
  /^\d{1,7}(?:[.,]\d{1,6})?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : undefined
