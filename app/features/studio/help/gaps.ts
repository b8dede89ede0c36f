const gap = /\{\{\s*([^{}\s](?:[^{}\n]{0,58}?[^{}\s])?)\s*\}\}/g

/** The names of a prompt's gaps, `{{city}}`, each once and in their order. */
export const gapsIn = (text: string): string[] => [...new Set([...text.matchAll(gap)].map(([, name = '']) => name))]

/** A gap without a value stays as it is, so that it is seen. */
export const fillGaps = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(gap, (whole, name: string) => (Object.hasOwn(values, name) && values[name]?.trim()) || whole)
