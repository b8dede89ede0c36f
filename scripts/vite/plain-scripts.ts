import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { build, type Plugin } from 'vite'

const virtualId = 'virtual:plain-scripts'

/** The entries of `app/plain` by the name in a route's `staticData.plain`. */
const entries = ['document', 'home', 'shared'] as const

/**
 * Builds the scripts of public pages, each as one file that shares no chunk with the app, and gives their URLs to the server. In
 * development, Vite serves their sources.
 */
export function plainScripts(root: string, buildId: string): Plugin {
  const source = (name: string) => `/app/plain/${name}.ts`
  const addresses: Record<string, string> = Object.fromEntries(entries.map((name) => [name, source(name)]))
  return {
    name: 'plain-scripts',
    sharedDuringBuild: true,
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),
    // The client is built first; the server's bundle reads the result.
    load: (resolved) => (resolved === `\0${virtualId}` ? `export default ${JSON.stringify(addresses)}` : undefined),
    async generateBundle() {
      if (this.environment.name !== 'client') return
      await Promise.all(
        entries.map(async (name) => {
          const code = await bundle(root, source(name), buildId)
          const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
          addresses[name] = `/assets/plain-${name}-${hash}.js`
          this.emitFile({ type: 'asset', fileName: `assets/plain-${name}-${hash}.js`, source: code })
        }),
      )
    },
  }
}

async function bundle(root: string, source: string, buildId: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { 'import.meta.env.BUILD_ID': JSON.stringify(buildId) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: `${root}${source}`,
        output: { codeSplitting: false },
        treeshake: { moduleSideEffects: (id) => id.includes('/app/plain/') },
      },
    },
  })
  const [output] = [built].flat()
  const [chunk] = output && 'output' in output ? output.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${basename(source)} was not built`)
  return chunk.code
}
