import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

/** Each file holds some of the letters, so a line uses all of them together. */
const subsets = ['latin', 'cyrillic', 'latin-ext', 'cyrillic-ext', 'symbols']
const family = (subset: string) => `onest ${subset}`

let registered = false

/** The pages' typeface as the families of a canvas font. Servers have no fonts; without a registered one nothing is drawn. */
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
