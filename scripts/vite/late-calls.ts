import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const virtualId = '\0late-calls'
const failures = fileURLToPath(new URL('../../app/contract/api-result.ts', import.meta.url))

/**
 * What sends a server function's arguments and reads its answer is large, and no page needs it to live: it comes when the page has
 * come to rest, or with the first call. Where the framework keeps it elsewhere one day, nothing is changed.
 */
export function lateCalls(): Plugin {
  return {
    name: 'late-calls',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (source !== './serverFnFetcher.js' || !importer?.endsWith('/client-rpc/createClientRpc.js')) return null
      const real = await this.resolve(source, importer, { skipSelf: true })
      return real && `${virtualId}:${real.id}`
    },
    load(id) {
      if (!id.startsWith(virtualId)) return null
      // Without a network it is not even asked for: browsers remember for good that a module could not be fetched.
      return `
        import { ApiError, faultOf } from ${JSON.stringify(failures)}
        let fetched
        async function load() {
          if (!fetched && navigator.onLine === false) throw new ApiError(faultOf('offline'))
          fetched ??= import(${JSON.stringify(id.slice(virtualId.length + 1))})
          try {
            return await fetched
          } catch {
            fetched = undefined
            throw new ApiError(faultOf('offline'))
          }
        }
        if (typeof window !== 'undefined') window.addEventListener('load', () => setTimeout(() => load().catch(() => undefined)), { once: true })
        export const serverFnFetcher = async (...call) => (await load()).serverFnFetcher(...call)
      `
    },
  }
}
