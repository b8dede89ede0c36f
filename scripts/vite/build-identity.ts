import type { Plugin } from 'vite'

const virtualId = 'virtual:catalogue-chunks'

/**
 * Names a build and publishes it: `builds/latest.json` names the served one, `builds/meta/{id}.json` describes each. It also lists the
 * chunks of each language's messages for the server, so that a page can preload its own. `id` must be the same for the same sources;
 * otherwise, servers running side by side would seem to have builds of different age.
 */
export function buildIdentity(id: string): Plugin {
  const catalogues: Record<string, string> = {}
  return {
    name: 'build-identity',
    sharedDuringBuild: true,
    config: () => ({ define: { 'import.meta.env.BUILD_ID': JSON.stringify(id) } }),
    resolveId: (source) => (source === virtualId ? `\0${virtualId}` : undefined),
    // The client is built first; the server's bundle reads the result.
    load: (resolved) => (resolved === `\0${virtualId}` ? `export default ${JSON.stringify(catalogues)}` : undefined),
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const name = chunk.moduleIds.flatMap((module) => /^\0virtual:messages\/(.+)$/.exec(module)?.[1] ?? [])[0]
        if (name) catalogues[name] = `/${chunk.fileName}`
      }
      const build = JSON.stringify({ id, timestamp: Date.now() })
      this.emitFile({ type: 'asset', fileName: 'builds/latest.json', source: build })
      this.emitFile({ type: 'asset', fileName: `builds/meta/${id}.json`, source: build })
    },
  }
}
