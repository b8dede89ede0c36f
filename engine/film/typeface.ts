import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

/** Each file holds a part of the alphabet, so a line uses all of them together. */
const subsets = ['latin', 'cyrillic', 'latin-ext', 'cyrillic-ext', 'symbols']
const family = (subset: string) => `onest ${subset}`

let registered = false

/**
 * Registers the typeface of the pages and returns its families for a canvas. Without a registered font nothing is drawn: servers have none.
 */
export function typeface(): string {
  if (!registered) {
    const require = createRequire(import.meta.url)
    for (const subset of subsets) {
      GlobalFonts.registerFromPath(require.resolve(`@fontsource-variable/onest/files/onest-${subset}-wght-normal.woff2`), family(subset))
    }
    registered = true
  }
  return subsets.map((subset) => `"${family(subset)}"`).join(', ')
}
