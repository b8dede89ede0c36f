import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const virtualId = '\0late-calls'
const failures = fileURLToPath(new URL('../../app/contract/base/api-result.ts', import.meta.url))

/**
 * Defers the code that serializes calls of server functions, which is large and not needed for hydration: it loads with the first call.
 * Fails the build if the framework has moved that code.
 */
export function lateCalls(): Plugin {
  let isFound = false
  return {
    name: 'late-calls',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (source !== './serverFnFetcher.js' || !importer?.endsWith('/client-rpc/createClientRpc.js')) return null
      isFound = true
      const real = await this.resolve(source, importer, { skipSelf: true })
      return real && `${virtualId}:${real.id}`
    },
    load(id) {
      if (!id.startsWith(virtualId)) return null
      // Not requested while offline: browsers permanently remember a module that could not be fetched.
      return `
        import { ApiError, localFailure } from ${JSON.stringify(failures)}
        let fetched
        async function load() {
          if (!fetched && navigator.onLine === false) throw new ApiError(localFailure('offline'))
          fetched ??= import(${JSON.stringify(id.slice(virtualId.length + 1))})
          try {
            return await fetched
          } catch {
            fetched = undefined
            throw new ApiError(localFailure('offline'))
          }
        }
        export const serverFnFetcher = async (...call) => (await load()).serverFnFetcher(...call)
      `
    },
    buildEnd(error) {
      if (!error && !isFound) this.error('createClientRpc.js no longer imports ./serverFnFetcher.js, which late-calls defers')
    },
  }
}
