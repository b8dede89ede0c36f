// The modules of the codebase: purpose, and the modules that each may import. The import lint, the import graph and the tables of
// docs/architecture.md are derived from this list.

import { serverModules } from './server-modules.mjs'

/** Modules that every module may import, unless it is marked as alone. */
export const everywhere = ['app.config.ts', 'app/contract']

/** Returns modules of `app/shell` by their names, and `app/ui`, which all of them may import. */
const shell = (...names) => ['app/ui', ...names.map((name) => `app/shell/${name}`)]

const browser = {
  'app/ui': {
    purpose:
      'Product-free components (Base UI, Tailwind): `controls`, `overlays`, `lists` (tables, charts), `media` (players), `text` (rich text, code), `page` (states and parts of a page)',
    imports: [],
  },
  'app/features': { purpose: 'A folder per feature; features do not import each other', imports: ['app/runs', 'app/shell', 'app/ui'] },
  'app/layouts': { purpose: 'video, center, default, document, profile, empty, error', imports: ['app/runs', 'app/shell', 'app/ui'] },
  'app/routes': {
    purpose: 'Per page: URL, search schema, guard, loader, component',
    imports: ['app/layouts', 'app/features', 'app/runs', 'app/shell', 'app/ui', 'app/styles.css'],
  },
  'app/router.tsx': {
    purpose: 'The router and its error component',
    imports: ['app/routeTree.gen.ts', 'app/layouts', 'app/shell/data', 'app/shell/document', 'app/shell/i18n', 'app/ui'],
  },
  'app/start.ts': { purpose: 'Middleware of every page and server function', imports: ['app/shell/calls', 'app/server/api-client'] },
  'app/server.ts': {
    purpose: 'Server rendering of the pages',
    imports: ['app/shell/calls', 'app/shell/document', 'app/server/api-client'],
  },
  'app/client.tsx': { purpose: 'Hydration', imports: ['app/shell/boot'] },
  'app/plain': {
    purpose: 'Scripts of the public pages, without a framework (decision 34)',
    imports: ['app/features', 'app/ui', ...['boot', 'calls', 'chrome', 'session', 'theme'].map((name) => `app/shell/${name}`)],
  },
  'app/json.d.ts': { purpose: 'JSON from outside is `unknown` until a schema reads it', imports: [] },
  'app/build.d.ts': { purpose: 'Types of what the build provides', imports: ['app/shell/boot'] },
}

/** A run as pages show it: above the shell, below the features. */
const runsModules = {
  'app/runs': { purpose: 'A run and its results: media, Markdown, status, actions, dialogs', imports: ['app/shell', 'app/ui'] },
  'app/runs/tray': {
    purpose: 'Running and finished work: list in the header, page title, notifications, announcements',
    imports: ['app/runs', 'app/shell', 'app/ui'],
  },
}

const shellModules = {
  'app/shell/i18n': { purpose: 'Catalogues, the locale in the address, formats of numbers, dates and tokens', imports: shell() },
  'app/shell/theme': { purpose: 'Color mode: preference, inline script, switch', imports: shell() },
  'app/shell/media': { purpose: 'The four media: names, icons, pages, sample works', imports: shell() },
  'app/shell/calls': {
    purpose: 'Calls of server functions: middleware, repetition once the session is renewed, failures and their messages',
    imports: shell(),
  },
  'app/shell/data': { purpose: 'Server functions and queries that several features share', imports: shell('calls') },
  'app/shell/session': {
    purpose: 'Renewal of the session across tabs, guards of routes, sign-out, parameters of links',
    imports: shell('calls', 'data'),
  },
  'app/shell/account': {
    purpose: 'Shared by sign-in and settings: sign-in services, emails sent again, avatar',
    imports: shell('calls', 'data', 'i18n'),
  },
  'app/shell/boot': {
    purpose: 'Start of a page: clicks and submits before hydration, lost chunks, prefetching, new builds, service worker',
    imports: shell('calls', 'data', 'i18n', 'theme'),
  },
  'app/shell/document': {
    purpose: 'The HTML document: root markup, head, web manifest, error page',
    imports: shell('boot', 'calls', 'data', 'i18n', 'media', 'theme'),
  },
  'app/shell/form': { purpose: 'Forms that send an API call and show its errors at their fields', imports: shell('boot', 'calls') },
  'app/shell/money': { purpose: 'Prices, currencies and checkout', imports: shell('calls', 'data', 'i18n', 'media') },
  'app/shell/live': { purpose: 'The event stream, and the cached runs that it keeps up to date', imports: shell('calls', 'data') },
  'app/shell/shortcuts': { purpose: 'Keyboard shortcuts, their preference and their list', imports: shell('data', 'media') },
  'app/shell/chrome': {
    purpose: 'Header, footer, menus, brand',
    imports: shell('account', 'boot', 'data', 'i18n', 'media', 'session', 'shortcuts', 'theme'),
  },
  'app/shell/notices': {
    purpose: 'The strip of notices above a page, and notices over it',
    imports: shell('account', 'boot', 'calls', 'data', 'i18n'),
  },
  'app/shell/late': {
    purpose: 'What every page loads after its first paint',
    imports: shell('boot', 'calls', 'chrome', 'i18n', 'notices', 'palette', 'session'),
  },
  'app/shell/palette': {
    purpose: 'Command palette, and the keyboard commands that open it',
    imports: shell('boot', 'chrome', 'data', 'i18n', 'media', 'session', 'shortcuts', 'theme'),
  },
}

/** Returns modules of `engine` by their names, and its own files, which all modules that render may import. */
const engine = (...names) => ['job.ts', 'random.ts', ...names].map((name) => `engine/${name}`)

/** From the bottom up. */
const engineModules = {
  'engine/protocol': { purpose: 'The public face: options and jobs, results and errors, voices, messages between processes', imports: [] },
  'engine/random.ts': { purpose: 'Random numbers of a seed', imports: [] },
  'engine/job.ts': { purpose: 'The services that a generator gets for a job', imports: ['engine/protocol'] },
  'engine/understanding': { purpose: 'Reads prompts in English and Russian', imports: [] },
  'engine/sound': { purpose: 'PCM, filters, loudness', imports: [] },
  'engine/scene': { purpose: 'Builds and draws a scene', imports: engine('understanding') },
  'engine/text': { purpose: 'Text jobs', imports: engine('protocol') },
  'engine/protocol/understand.ts': {
    purpose: 'How a prompt is understood, for the composer',
    imports: ['protocol', 'scene', 'text', 'understanding'].map((name) => `engine/${name}`),
  },
  'engine/media': { purpose: 'Codecs and file formats', imports: engine('protocol', 'scene', 'sound') },
  'engine/image': { purpose: 'Image jobs', imports: engine('media', 'protocol', 'scene', 'understanding') },
  'engine/music': { purpose: 'Composes and plays music and sound effects', imports: engine('media', 'protocol', 'sound', 'understanding') },
  'engine/speech': { purpose: 'Reads text aloud', imports: engine('media', 'protocol', 'sound') },
  'engine/film': {
    purpose: 'Video jobs',
    imports: engine('media', 'music', 'protocol', 'scene', 'sound', 'speech', 'understanding'),
  },
  'engine/join': {
    purpose: 'Jobs that join films',
    imports: engine('film', 'media', 'protocol', 'scene', 'sound'),
  },
  'engine/cut': {
    purpose: 'Jobs that make a film from its cut: drawn cards, stills, clips, words, music',
    imports: engine('film', 'image', 'join', 'media', 'music', 'protocol', 'scene', 'sound', 'speech', 'understanding'),
  },
  'engine/process': {
    purpose: 'The child process and its worker threads',
    imports: engine('cut', 'film', 'image', 'join', 'music', 'protocol', 'speech', 'text', 'understanding'),
  },
}
const alone = (list) => Object.fromEntries(Object.entries(list).map(([path, module]) => [path, { ...module, isAlone: true }]))

/** The modules by path. A file belongs to the module with the longest matching path. */
export const modules = {
  'app.config.ts': { purpose: 'Product settings, no secrets', imports: [] },
  'app/contract': {
    purpose:
      'Valibot schemas, error codes and DTO types of the API, each call once, in `*.calls.ts`: `base`, `account`, `money`, `runs`, `studio` (drafts, conversations, tools), `recipes`, `films`, `library`, `operator`, `protocols` (OpenAI, Anthropic)',
    imports: [],
  },
  ...browser,
  ...runsModules,
  ...shellModules,
  ...serverModules,
  engine: {
    purpose: 'The built-in generators: a package of its own, a child process with worker threads ([README](../engine/README.md))',
    imports: [],
    isAlone: true,
  },
  ...alone(engineModules),
  ...alone({
    'packages/client': {
      purpose:
        'The typed client and the command line for programs, as a package without dependencies ([README](../packages/client/README.md))',
      imports: [],
    },
  }),
}

/** Returns the module of a file, or undefined. */
export const moduleOf = (path) =>
  Object.keys(modules)
    .filter((module) => path === module || path.startsWith(`${module}/`))
    .sort((a, b) => b.length - a.length)[0]
