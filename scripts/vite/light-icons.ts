import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Replaces the function that makes the icons of `lucide-react` by `app/ui/page/create-icon.ts`. Fails the build if the library's files have
 * moved.
 */
export function lightIcons(root: string): Plugin {
  const library = '/node_modules/lucide-react/dist/esm/icons/'
  let replaced = 0
  return {
    name: 'light-icons',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ ssr: { noExternal: ['lucide-react'] } }),
    resolveId(source, importer) {
      if (source !== '../createLucideIcon.mjs' || !importer?.includes(library)) return null
      replaced += 1
      return join(root, 'app/ui/page/create-icon.ts')
    },
    buildEnd(error) {
      if (!error && replaced === 0) this.error('no icon of lucide-react was found where light-icons expects them')
    },
  }
}
