// The import directions of the house (docs/architecture.md): every room lists the rooms it may import from, and nothing else.
// A room is the longest prefix of a file's path that is listed here.
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const everywhere = ['app.config.ts', 'app/contract']
const adapters = [
  'app/server/db',
  'app/server/queue',
  'app/server/storage',
  'app/server/providers',
  'app/server/payments',
  'app/server/mail',
  'app/server/oauth',
]
const serverBasics = [
  'app/server/i18n.ts',
  'app/server/keys.ts',
  'app/server/env.ts',
  'app/server/logger.ts',
  'app/server/site-url.ts',
  'src/locales',
]

const rooms = {
  'app.config.ts': [],
  'app/contract': ['app.config.ts'],
  'app/ui': ['app/contract'],
  'app/shell': ['app/ui'],
  'app/features': ['app/shell', 'app/ui'],
  'app/layouts': ['app/shell', 'app/ui'],
  'app/routes': ['app/layouts', 'app/features', 'app/shell', 'app/ui', 'app/styles.css'],
  'app/router.tsx': ['app/routeTree.gen.ts', 'app/layouts', 'app/shell'],
  'app/server.ts': ['app/shell/fault.ts', 'app/server/api-client'],
  'app/start.ts': ['app/shell', 'app/server/api-client'],
  'app/server/api-client': [],
  'app/server/engine': [],
  'app/server/i18n.ts': ['src/locales'],
  'app/server/keys.ts': [],
  'app/server/env.ts': [],
  'app/server/logger.ts': ['app/server/env.ts'],
  'app/server/site-url.ts': ['app/server/env.ts'],
  'app/server/db': serverBasics,
  'app/server/queue': ['app/server/db', ...serverBasics],
  'app/server/storage': serverBasics,
  'app/server/mail': serverBasics,
  'app/server/oauth': serverBasics,
  'app/server/payments': ['app/server/db', ...serverBasics],
  'app/server/providers': ['app/server/engine', ...serverBasics],
  'app/server/core': [...adapters, ...serverBasics],
  'app/server/worker': ['app/server/core', 'app/server/runtime.ts', ...adapters, ...serverBasics],
  'app/server/runtime.ts': ['app/server/core', 'app/server/worker', 'app/server/engine', ...adapters, ...serverBasics],
  'app/server/api': ['app/server/core', 'app/server/runtime.ts', 'app/server/api-client/locale.ts', ...adapters, ...serverBasics],
  'app/server/web': ['app/server/api', 'app/server/api-client', ...serverBasics],
  'app/serve.ts': ['app/server'],
}

/** These files are where the browser's half meets the server's. */
const meetingPlaces = ['app/shell/with-api.ts', 'app/shell/call-watch.ts', 'app/routes/events.ts']
const mayCallTheApi = (path) => path.endsWith('.functions.ts') || meetingPlaces.includes(path)

const isTest = (path) => /\.test\.tsx?$/.test(path)

/** Type-only imports cross the browser's boundary freely: they are gone before anything runs. */
const boundaryTypes = (path, target) => path === 'app/router.tsx' && target.startsWith('app/server/api-client/')

function roomOf(path) {
  return Object.keys(rooms)
    .filter((room) => path === room || path.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0]
}

function resolve(from, specifier) {
  if (specifier === '#config') return 'app.config.ts'
  if (specifier.startsWith('#app/')) return `app/${specifier.slice(5)}`
  if (specifier.startsWith('#locales/')) return `src/locales/${specifier.slice(9)}`
  if (specifier.startsWith('#tests/')) return `tests/${specifier.slice(7)}`
  if (specifier.startsWith('.')) return join(dirname(from), specifier).replace(/\?.*$/, '')
  return undefined
}

/** Why this import may not be, or undefined. */
export function findFault(path, specifier, isType) {
  const room = roomOf(path)
  const target = resolve(path, specifier)
  if (!room || !target || isTest(path)) return undefined
  if (target.startsWith('tests/')) return 'Product code does not import from tests.'
  if (everywhere.some((prefix) => target === prefix || target.startsWith(`${prefix}/`))) return undefined
  if (room === 'app/features' && target.startsWith('app/features/')) {
    return path.split('/')[2] === target.split('/')[2]
      ? undefined
      : 'Features do not import each other: what two of them need belongs to the shell.'
  }
  if (target.startsWith(`${room}/`) || target === room) return undefined
  if (target.startsWith('src/locales/') && path.startsWith('app/shell/')) return undefined
  if (target.startsWith('app/server/api-client/') && (mayCallTheApi(path) || (isType && boundaryTypes(path, target)))) return undefined
  if (rooms[room].some((allowed) => target === allowed || target.startsWith(`${allowed}/`) || allowed === target.replace(/\?.*$/, '')))
    return undefined
  return `${room} may not import from ${roomOf(target) ?? target}.`
}

const rule = {
  meta: { type: 'problem' },
  create(context) {
    const path = relative(root, context.filename).replaceAll('\\', '/')
    const check = (node) => {
      if (!node.source) return
      const isType = node.importKind === 'type' || node.exportKind === 'type'
      const message = findFault(path, node.source.value, isType)
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

export default { meta: { name: 'house' }, rules: { 'import-directions': rule } }
