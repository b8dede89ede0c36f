// A file imports from its own module and from those that modules.mjs lists for it.
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { everywhere, moduleOf, modules } from './modules.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The only files, besides the server functions, in which browser code meets the API client. */
const meetingPlaces = ['app/shell/calls/with-api.ts', 'app/shell/calls/watch-calls.ts', 'app/routes/events.ts']
const mayCallTheApi = (path) => path.endsWith('.functions.ts') || meetingPlaces.includes(path)

/** Whether an import is erased: the router's types name those of the API client, and a type-only import is erased before anything runs. */
const isErased = (path, isType) => isType && path === 'app/router.tsx'

/** Whether a file defines calls of the API, and so names schemas and rights that no page needs. */
const definesCalls = (path) => path.endsWith('.calls.ts') || path === 'app/contract/base/call.ts'

const isTest = (path) => /\.test\.tsx?$/.test(path)

const within = (target, prefix) => target === prefix || target.startsWith(`${prefix}/`)

/** Returns the path that a specifier names, relative to the root; undefined for a package. */
export function resolveImport(from, specifier) {
  const file = specifier.replace(/\?.*$/, '')
  if (file === '#config') return 'app.config.ts'
  if (file === '#client') return 'packages/client/src/client.ts'
  if (file.startsWith('#app/')) return `app/${file.slice(5)}`
  if (file.startsWith('@quartet/engine/')) return file.slice('@quartet/'.length)
  if (file.startsWith('#locales/')) return `src/locales/${file.slice(9)}`
  if (file.startsWith('#tests/')) return `tests/${file.slice(7)}`
  if (file.startsWith('.')) return join(dirname(from), file)
  return undefined
}

/** Returns the reason why this import is forbidden, or undefined. */
export function findForbidden(path, specifier, isType) {
  const module = moduleOf(path)
  const target = resolveImport(path, specifier)
  if (!module || !target || isTest(path)) return undefined
  if (target.startsWith('tests/')) return 'Product code does not import from tests.'
  if (definesCalls(target) && !['app/contract', 'app/server'].some((side) => within(path, side)) && !mayCallTheApi(path))
    return 'Definitions of calls stay out of the browser: import a server function.'
  if (module === 'app/features' && within(target, module)) {
    return path.split('/')[2] === target.split('/')[2]
      ? undefined
      : 'Features do not import each other: code that two of them need belongs in app/shell.'
  }
  if (within(target, 'app/server/api-client') && (mayCallTheApi(path) || isErased(path, isType))) return undefined
  const { imports, isAlone } = modules[module]
  if ([module, ...imports, ...(isAlone ? [] : everywhere)].some((allowed) => within(target, allowed))) return undefined
  return `${module} may not import from ${moduleOf(target) ?? target}.`
}

const rule = {
  meta: { type: 'problem' },
  create(context) {
    const path = relative(root, context.filename).replaceAll('\\', '/')
    const check = (node) => {
      if (!node.source) return
      const isType = node.importKind === 'type' || node.exportKind === 'type'
      const message = findForbidden(path, node.source.value, isType)
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: (node) => node.source.type === 'Literal' && check(node),
    }
  },
}

export default { meta: { name: 'modules' }, rules: { 'import-directions': rule } }
