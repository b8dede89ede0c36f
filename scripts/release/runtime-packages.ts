import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const names = v.optional(v.record(v.string(), v.string()), {})
const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      link: v.optional(v.boolean(), false),
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
      peerDependenciesMeta: v.optional(v.record(v.string(), v.object({ optional: v.optional(v.boolean()) })), {}),
    }),
  ),
})
type Lock = v.InferOutput<typeof lockSchema>

const manifestSchema = v.object({ dependencies: names, optionalDependencies: names })

/**
 * Returns the folders of all packages that are needed at run time, relative to the root: those that the sources quote or the bundles import, and
 * what they depend on. Packages that only build the pages are not among them.
 */
export function runtimePackages(root: string, { sources, bundles }: { sources: readonly string[]; bundles: readonly string[] }): string[] {
  const manifests = ['package.json', 'engine/package.json'].map((path) =>
    v.parse(manifestSchema, JSON.parse(readFileSync(join(root, path), 'utf8'))),
  )
  const { packages } = v.parse(lockSchema, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const found = new Set<string>()
  const add = (folder: string) => {
    const entry = packages[folder]
    // A link leads to a package of this repository, which is copied with the sources.
    if (found.has(folder) || entry?.link) return
    found.add(folder)
    if (!entry) return
    const peers = Object.keys(entry.peerDependencies).filter((name) => entry.peerDependenciesMeta[name]?.optional !== true)
    for (const name of [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers]) {
      const target = resolvePackage(packages, folder, name)
      if (target) add(target)
    }
  }
  for (const name of manifests.flatMap(({ dependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...optionalDependencies }),
  ))
    if (sources.some((source) => isQuoted(source, name))) add(`node_modules/${name}`)
  // A bundler also leaves imports of packages that only other packages name.
  for (const bundle of bundles)
    for (const [, name = ''] of bundle.matchAll(/\b(?:from|import)\s*\(?\s*["']((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"']*)?["']/g))
      if (`node_modules/${name}` in packages) add(`node_modules/${name}`)
  return [...found].sort()
}

/** Whether a source contains `'name'` or `'name/…'` in any quotes, as imports and `require.resolve` have it. */
const isQuoted = (source: string, name: string) =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote}`) || source.includes(`${quote}${name}/`))

/** Finds the package that Node would find from a folder: the closest one upwards. */
function resolvePackage(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (candidate in packages) return candidate
    if (folder === '') return undefined
  }
}
