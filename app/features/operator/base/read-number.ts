/** Parses a whole number above zero, with any separator of thousands; undefined for anything else. */
export function readWhole(typed: string): number | undefined {
  if (!/^\d{1,3}(?:[\s,.]\d{3})+$|^\d{1,9}$/.test(typed.trim())) return undefined
  return Number(typed.replaceAll(/\D/g, '')) || undefined
}

/** Parses a number of zero or more with either decimal separator; undefined for anything else. */
export const readDecimal = (typed: string): number | undefined =>
  /^\d{1,7}(?:[.,]\d{1,6})?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : undefined
