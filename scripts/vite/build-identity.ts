import type { Plugin } from 'vite'

const virtualId = 'virtual:catalogue-chunks'

/**
 * Gives a build its name and tells pages of it: `builds/latest.json` says which one is served, `builds/meta/{id}.json` what is in one.
 * Also tells the server which chunks hold the words of each language, so that a page can ask for its own at once.
 *
 * `id` must be the same for the same sources: servers side by side would otherwise seem to be builds of different age.
 */
export function buildIdentity(id: string): Plugin {
  const catalogues: Record<string, string> = {}
  return {
    name: 'build-identity',
    sharedDuringBuild: true,
    config: () => ({ define: { 'import.meta.env.BUILD_ID': JSON.stringify(id) } }),
    resolveId: (source) => (source === virtualId ? `\0${virtualId}` : undefined),
    // The client is built first; the server's bundle asks after that.
    load: (resolved) => (resolved === `\0${virtualId}` ? `export default ${JSON.stringify(catalogues)}` : undefined),
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const name = chunk.moduleIds.flatMap((module) => /^\0virtual:words\/(.+)$/.exec(module)?.[1] ?? [])[0]
        if (name) catalogues[name] = `/${chunk.fileName}`
      }
      const build = JSON.stringify({ id, timestamp: Date.now() })
      this.emitFile({ type: 'asset', fileName: 'builds/latest.json', source: build })
      this.emitFile({ type: 'asset', fileName: `builds/meta/${id}.json`, source: build })
    },
  }
}
