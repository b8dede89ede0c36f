import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

/** The typefaces of the pages: Onest for headings and lines, Literata for reading. Each file holds a part of the alphabet. */
const typefaces = {
  sans: { folder: 'onest', shape: 'normal', subsets: ['latin', 'cyrillic', 'latin-ext', 'cyrillic-ext', 'symbols'] },
  serif: { folder: 'literata', shape: 'normal', subsets: ['latin', 'cyrillic', 'latin-ext', 'cyrillic-ext'] },
  italic: { folder: 'literata', shape: 'italic', subsets: ['latin', 'cyrillic', 'latin-ext', 'cyrillic-ext'] },
} as const
export type Typeface = keyof typeof typefaces

const registered = new Map<Typeface, string>()

/**
 * Registers a typeface of the pages and returns its families for a canvas: a line uses all of them together. Without a registered font
 * nothing is drawn, because servers have none.
 */
export function typeface(name: Typeface = 'sans'): string {
  const known = registered.get(name)
  if (known !== undefined) return known
  const require = createRequire(import.meta.url)
  const { folder, shape, subsets } = typefaces[name]
  const families = subsets.map((subset) => {
    const family = `${name} ${subset}`
    GlobalFonts.registerFromPath(require.resolve(`@fontsource-variable/${folder}/files/${folder}-${subset}-wght-${shape}.woff2`), family)
    return `"${family}"`
  })
  // Literata lacks a few signs, such as the ruble's, that Onest has.
  if (name !== 'sans') families.push(typeface('sans'))
  registered.set(name, families.join(', '))
  return families.join(', ')
}
