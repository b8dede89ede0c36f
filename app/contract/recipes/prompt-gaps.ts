const gap = /\{\{\s*([^{}\s](?:[^{}\n]{0,58}?[^{}\s])?)\s*\}\}/g

/** Returns the names of a prompt's gaps (`{{city}}`), distinct and in order. */
export const gapsIn = (text: string): string[] => [...new Set([...text.matchAll(gap)].map(([, name = '']) => name))]

/** Fills the gaps; one without a value stays visible. What is filled in is not read again. */
export const fillGaps = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(gap, (whole, name: string) => values.get(name)?.trim() ?? whole)

/** Splits a prompt into its text and its gaps, in order. */
export function partsOf(text: string): { text: string; isGap: boolean }[] {
  // `split` puts what the group matched at the odd places.
  return text.split(gap).flatMap((part, index) => (part === '' ? [] : [{ text: part, isGap: index % 2 === 1 }]))
}
