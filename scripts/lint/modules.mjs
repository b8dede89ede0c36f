// The modules of the codebase: purpose, and the modules that each may import. The import lint, the import graph and the tables of
// docs/architecture.md are derived from this list.

/** Modules that every module may import, unless it is marked as alone. */
export const everywhere = ['app.config.ts', 'app/contract']

export const adapters = [
  'app/server/db',
  'app/server/queue',
  'app/server/storage',
  'app/server/inspection',
  'app/server/providers',
  'app/server/payments',
  'app/server/mail',
  'app/server/oauth',
]
export const basics = [
  'app/server/i18n.ts',
  'app/server/keys.ts',
  'app/server/env.ts',
  'app/server/logger.ts',
  'app/server/site-url.ts',
  'app/server/version.ts',
  'app/server/signals.ts',
  'app/server/tracing.ts',
  'app/server/sync-to-disk.ts',
  'app/server/egress',
  'app/server/preflight',
  'src/locales',
]

/** Returns modules of `app/shell` by their names, and `app/ui`, which all of them may import. */
const shell = (...names) => ['app/ui', ...names.map((name) => `app/shell/${name}`)]

const browser = {
  'app/ui': { purpose: 'Product-free components (Base UI, Tailwind)', imports: [] },
  'app/features': { purpose: 'A folder per feature; features do not import each other', imports: ['app/shell', 'app/ui'] },
  'app/layouts': { purpose: 'video, center, default, document, profile, empty, error', imports: ['app/shell', 'app/ui'] },
  'app/routes': {
    purpose: 'Per page: URL, search schema, guard, loader, component',
    imports: ['app/layouts', 'app/features', 'app/shell', 'app/ui', 'app/styles.css'],
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
  'app/build.d.ts': { purpose: 'Types of what the build provides', imports: ['app/shell/boot'] },
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
  'app/shell/work': {
    purpose: 'A run and its results: media, Markdown, status, actions, dialogs',
    imports: shell('calls', 'data', 'form', 'i18n', 'live', 'media'),
  },
  'app/shell/tray': {
    purpose: 'Running and finished work: list in the header, page title, notifications, announcements',
    imports: shell('boot', 'data', 'i18n', 'live', 'media', 'work'),
  },
  'app/shell/shortcuts': { purpose: 'Keyboard shortcuts, their preference and their list', imports: shell('data', 'media') },
  'app/shell/chrome': {
    purpose: 'Header, footer, menus, brand',
    imports: shell('account', 'boot', 'data', 'i18n', 'media', 'session', 'shortcuts', 'theme', 'tray'),
  },
  'app/shell/notices': {
    purpose: 'The strip of notices above a page, and notices over it',
    imports: shell('account', 'boot', 'calls', 'data', 'i18n'),
  },
  'app/shell/palette': {
    purpose: 'Command palette, and the keyboard commands that open it',
    imports: shell('boot', 'chrome', 'data', 'i18n', 'media', 'session', 'shortcuts', 'theme'),
  },
}

/** Files of `app/server/core` itself, which all its modules may import. */
const coreFiles = [
  'active-account',
  'clean-name',
  'is-one-of',
  'page',
  'problem',
  'by-person',
  'search-terms',
  'seal-secret',
  'secret',
  'signed-link',
  'matches',
  'lock-user',
].map((name) => `app/server/core/${name}.ts`)
const core = (...names) => [...coreFiles, ...names.map((name) => `app/server/core/${name}`), ...adapters, ...basics]

/** From the bottom up. */
const coreModules = {
  'app/server/core/limits': { purpose: 'Counts of attempts and calls', imports: core() },
  'app/server/core/safety': { purpose: 'Rules of sign-ups, words and content that are refused', imports: core() },
  'app/server/core/sign-up-challenge': { purpose: 'The proof of work of a sign-up', imports: core('safety') },
  'app/server/core/catalogue': { purpose: 'Packs, plans and free tokens in force', imports: core() },
  'app/server/core/groups': { purpose: 'What a person pays and may use: prices, models, limits', imports: core() },
  'app/server/core/grants': { purpose: 'Free tokens: who gets them', imports: core('safety') },
  'app/server/core/tokens': { purpose: 'Ledger, lots, holds, own limits, audit', imports: core('groups') },
  'app/server/core/statistics': { purpose: 'Counts of ended runs by day', imports: core('catalogue', 'tokens') },
  'app/server/core/referrals': { purpose: 'Invitation codes and rewards', imports: core('catalogue', 'grants', 'tokens') },
  'app/server/core/files': { purpose: 'Results: signed links, names, placeholders, ZIP', imports: core('groups') },
  'app/server/core/maintenance': { purpose: 'Refuses new runs during maintenance', imports: core() },
  'app/server/core/marks': { purpose: 'The mark in a file that AI made it', imports: core() },
  'app/server/core/uploads': { purpose: 'Uploaded inputs of runs: inspection, quota', imports: core('files', 'safety') },
  'app/server/core/models': { purpose: 'Prices, options, health, moderation', imports: core('groups') },
  'app/server/core/demo': {
    purpose: 'Images that visitors draw without an account: queue, cache, limits',
    imports: core('limits', 'models', 'safety'),
  },
  'app/server/core/prompts': { purpose: 'Saved prompts', imports: core() },
  'app/server/core/drafts': { purpose: 'Unsent prompts', imports: core() },
  'app/server/core/profile': { purpose: 'The signed-in person: settings, avatar', imports: core('limits', 'uploads') },
  'app/server/core/sessions': {
    purpose: 'Access and refresh tokens, known devices, handovers, revocation',
    imports: core('limits', 'profile'),
  },
  'app/server/core/api-keys': { purpose: 'API keys', imports: core('limits', 'sessions') },
  'app/server/core/credentials': { purpose: 'What ends which credential', imports: core('api-keys', 'groups', 'sessions') },
  'app/server/core/passwords': {
    purpose: 'Hashing, strength, change, reset',
    imports: core('credentials', 'limits', 'referrals', 'sessions'),
  },
  'app/server/core/two-factor': {
    purpose: 'Codes, recovery codes, second step of a sign-in, proof of identity',
    imports: core('credentials', 'limits', 'passwords', 'sessions'),
  },
  'app/server/core/passkeys': { purpose: 'Passkeys', imports: core('limits', 'sessions', 'two-factor') },
  'app/server/core/email': {
    purpose: 'Verification and change of the email address',
    imports: core('credentials', 'grants', 'limits', 'referrals', 'safety', 'sessions', 'two-factor'),
  },
  'app/server/core/orders': { purpose: 'Offers, orders, checkouts', imports: core('catalogue', 'tokens') },
  'app/server/core/payments': {
    purpose: 'Recorded payments: grants, refunds, paid periods, webhooks',
    imports: core('limits', 'orders', 'referrals', 'tokens'),
  },
  'app/server/core/subscriptions': { purpose: 'Plans: change, renewal, end', imports: core('catalogue', 'orders', 'payments', 'tokens') },
  'app/server/core/voices': {
    purpose: 'Voices of people: consent, cloning at a service, deletion there',
    imports: core('files', 'maintenance', 'models', 'safety', 'tokens', 'uploads'),
  },
  'app/server/core/generations': {
    purpose: 'Runs as people see them: create, list, quote, cancel, delete',
    imports: core('files', 'groups', 'maintenance', 'models', 'safety', 'statistics', 'tokens', 'voices'),
  },
  'app/server/core/runs': {
    purpose: 'Runs as workers see them: claim, attempt, finish, recover',
    imports: core('files', 'generations', 'groups', 'marks', 'models', 'statistics', 'tokens', 'voices'),
  },
  'app/server/core/events': {
    purpose: 'Live streams: changes of runs and balance, end of access',
    imports: core('generations', 'sessions', 'tokens'),
  },
  'app/server/core/threads': { purpose: 'Conversations', imports: core('generations') },
  'app/server/core/chords': {
    purpose: 'Linked works from one prompt: quote, create, read',
    imports: core('generations', 'groups', 'tokens'),
  },
  'app/server/core/comparisons': {
    purpose: 'One prompt for several models: quote, create, read, vote',
    imports: core('generations', 'groups', 'tokens'),
  },
  'app/server/core/library': { purpose: 'Collections, trash, archive', imports: core('files', 'generations', 'groups') },
  'app/server/core/first-views': {
    purpose: 'All that a page shows first and the check of its session, in one statement',
    imports: core('drafts', 'generations', 'library', 'profile', 'sessions', 'threads', 'tokens'),
  },
  'app/server/core/shares': { purpose: 'Public links', imports: core('files', 'generations', 'limits', 'marks', 'safety') },
  'app/server/core/accounts': {
    purpose: 'Sign-up, password sign-in, deletion',
    imports: core(
      'catalogue',
      'credentials',
      'email',
      'generations',
      'grants',
      'limits',
      'passwords',
      'profile',
      'referrals',
      'safety',
      'sessions',
      'sign-up-challenge',
      'subscriptions',
      'tokens',
      'two-factor',
      'voices',
    ),
  },
  'app/server/core/operators': {
    purpose: 'What people with a role do: search, grants, blocks, roles, groups, audit log',
    imports: core(
      'api-keys',
      'credentials',
      'files',
      'generations',
      'groups',
      'limits',
      'operations',
      'payments',
      'referrals',
      'safety',
      'sessions',
      'shares',
      'subscriptions',
      'tokens',
      'two-factor',
      'voices',
    ),
  },
  'app/server/core/codes': {
    purpose: 'Redemption codes: batches, redemption',
    imports: core('grants', 'limits', 'operators', 'tokens'),
  },
  'app/server/core/announcements': {
    purpose: 'Announcements and the switch of maintenance mode, and what a caller is shown of them',
    imports: core('maintenance', 'operators'),
  },
  'app/server/core/connections': {
    purpose: 'Connections and prices of models as set in the browser',
    imports: core('groups', 'models', 'operators', 'safety'),
  },
  'app/server/core/definitions': {
    purpose: 'Definitions of models from the browser: drafts, test runs, versions',
    imports: core('connections', 'generations', 'models', 'operators'),
  },
  'app/server/core/shop': {
    purpose: 'Versions of the shop; orders of all people, refunds, comparison with the payment services',
    imports: core('catalogue', 'operators', 'payments', 'tokens'),
  },
  'app/server/core/oauth': {
    purpose: 'Sign-in with another service, connected services',
    imports: core(
      'accounts',
      'email',
      'grants',
      'groups',
      'limits',
      'operators',
      'referrals',
      'safety',
      'sessions',
      'tokens',
      'two-factor',
    ),
  },
  'app/server/core/operations': {
    purpose: 'For the operator: readiness, load, audits, failed emails, the state of the server',
    imports: core('tokens'),
  },
  'app/server/core/exports': { purpose: 'The archive of everything of a person', imports: core('files') },
}

const server = {
  'app/server/api-client': {
    purpose: 'The only place that knows where the API is; session cookies',
    imports: ['app/server/egress', 'app/server/tracing.ts'],
  },
  'app/server/i18n.ts': { purpose: 'Messages of the API and the emails', imports: ['src/locales'] },
  'app/server/keys.ts': { purpose: 'Keys derived from the secret', imports: [] },
  'app/server/preflight': {
    purpose: 'Whether this machine, folder and account can run the app, also before anything is installed; JavaScript without packages',
    imports: [],
  },
  'app/server/env.ts': { purpose: 'Environment variables', imports: ['app/server/preflight'] },
  'app/server/installation.ts': {
    purpose: 'What every process of an installation reads first: the variables, and who owns the data folder',
    imports: ['app/server/egress', 'app/server/env.ts', 'app/server/preflight'],
  },
  'app/server/logger.ts': { purpose: 'The log', imports: ['app/server/egress', 'app/server/env.ts'] },
  'app/server/site-url.ts': { purpose: 'The public address', imports: ['app/server/env.ts'] },
  'app/server/version.ts': { purpose: 'The version of this release', imports: [] },
  'app/server/tracing.ts': { purpose: 'Spans of traces', imports: [] },
  'app/server/signals.ts': { purpose: 'Events that metrics count', imports: [] },
  'app/server/sync-to-disk.ts': { purpose: 'Files that survive a power failure', imports: [] },
  'app/server/egress': { purpose: 'All requests to other hosts: where they may go, and addresses without passwords', imports: [] },
  'app/server/db': { purpose: 'Schema, migrations, connections (PGlite, PostgreSQL)', imports: basics },
  'app/server/queue': { purpose: 'Jobs', imports: ['app/server/db', ...basics] },
  'app/server/storage': { purpose: 'Files', imports: basics },
  'app/server/mail': { purpose: 'Emails and how they are sent', imports: basics },
  'app/server/oauth': { purpose: 'Sign-in services', imports: basics },
  'app/server/payments': { purpose: 'Payment services', imports: ['app/server/db', ...basics] },
  'app/server/inspection': {
    purpose: 'Parses the files of people and services, in processes of its own (decision 122)',
    imports: ['engine/protocol', ...basics],
  },
  'app/server/providers': {
    purpose: 'Models: built in, connected, compatible',
    imports: ['app/server/inspection', 'engine/protocol', ...basics],
  },
  'app/server/core': { purpose: 'Use-cases by domain: rules, authorization, SQL', imports: [...adapters, ...basics] },
  ...coreModules,
  'app/server/backup': {
    purpose: 'Backups of a running installation: snapshots, archives, restore, schedule',
    imports: ['app/server/core/operations', 'app/server/core/tokens', ...adapters, ...basics],
  },
  'app/server/doctor': {
    purpose: 'What is on, off or misconfigured, for the command and the page',
    imports: ['app/server/core', ...adapters, ...basics],
  },
  'app/server/worker': {
    purpose: 'Takes jobs and runs use-cases',
    imports: ['app/server/core', ...adapters, ...basics],
  },
  'app/server/runtime.ts': {
    purpose: 'Opens the adapters in order and closes them in reverse',
    imports: ['app/server/core', 'app/server/backup', 'app/server/worker', 'engine/protocol', ...adapters, ...basics],
  },
  'app/server/start-summary.ts': {
    purpose: 'The lines of a terminal about a started server',
    imports: ['app/server/core', 'app/server/runtime.ts', ...adapters, ...basics],
  },
  'app/server/api': {
    purpose: 'Endpoints: how each call of `app/contract/calls` is answered',
    imports: ['app/server/core', 'app/server/doctor', 'app/server/runtime.ts', 'app/server/api-client/locale.ts', ...adapters, ...basics],
  },
  'app/server/observe': {
    purpose: 'Metrics for Prometheus, traces for OpenTelemetry; libraries are loaded on demand',
    imports: ['app/server/core/operations', ...adapters, ...basics],
  },
  'app/server/web': {
    purpose: 'Server of pages and built files',
    imports: ['app/server/api', 'app/server/api-client', 'app/server/core/operations', 'app/server/storage', ...basics],
  },
  'app/serve.ts': { purpose: 'The production server', imports: ['app/server'] },
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
  'engine/process': {
    purpose: 'The child process and its worker threads',
    imports: engine('film', 'image', 'join', 'music', 'protocol', 'speech', 'text', 'understanding'),
  },
}
const alone = (list) => Object.fromEntries(Object.entries(list).map(([path, module]) => [path, { ...module, isAlone: true }]))

/** The modules by path. A file belongs to the module with the longest matching path. */
export const modules = {
  'app.config.ts': { purpose: 'Product settings, no secrets', imports: [] },
  'app/contract': { purpose: 'Valibot schemas, error codes and DTO types of the API; `calls/` defines every call once', imports: [] },
  ...browser,
  ...shellModules,
  ...server,
  engine: {
    purpose: 'The built-in generators: a package of its own, a child process with worker threads ([README](../engine/README.md))',
    imports: [],
    isAlone: true,
  },
  ...alone(engineModules),
}

/** Returns the module of a file, or undefined. */
export const moduleOf = (path) =>
  Object.keys(modules)
    .filter((module) => path === module || path.startsWith(`${module}/`))
    .sort((a, b) => b.length - a.length)[0]
