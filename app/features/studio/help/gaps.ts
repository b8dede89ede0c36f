const gap = /\{\{\s*([^{}\s](?:[^{}\n]{0,58}?[^{}\s])?)\s*\}\}/g

/** Names of a prompt's gaps, `{{city}}`, distinct and in order. */
export const gapsIn = (text: string): string[] => [...new Set([...text.matchAll(gap)].map(([, name = '']) => name))]

/** A gap without a value stays visible as it is. */
export const fillGaps = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(gap, (whole, name: string) => (Object.hasOwn(values, name) && values[name]?.trim()) || whole)
