// The modules of the server: purpose, and the modules that each may import.
import { readdirSync } from 'node:fs'

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
  'app/server/variables',
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

/** Files of `app/server/core` itself, which all its modules may import. */
const coreFiles = readdirSync(new URL('../../app/server/core', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => `app/server/core/${name}`)
const core = (...names) => [...coreFiles, ...names.map((name) => `app/server/core/${name}`), ...adapters, ...basics]
const within = (group, ...names) => names.map((name) => `${group}/${name}`)
/** The groups of `app/server/core`, from the bottom up: a module imports from its own group and from those below. */
export const coreGroups = ['rules', 'money', 'making', 'identity', 'library', 'operation']

/** From the bottom up. */
const coreModules = {
  'app/server/core/rules/audit': { purpose: 'The audit log of what people with a role did', imports: core() },
  'app/server/core/rules/limits': { purpose: 'Counts of attempts and calls', imports: core() },
  'app/server/core/rules/safety': { purpose: 'Rules of sign-ups, words and content that are refused', imports: core() },
  'app/server/core/rules/groups': { purpose: 'What a person pays and may use: prices, models, limits', imports: core() },
  'app/server/core/rules/maintenance': { purpose: 'Refuses new runs during maintenance', imports: core() },
  'app/server/core/rules/webhooks': { purpose: 'Webhooks of people: planned with what they report, signed, sent', imports: core() },
  'app/server/core/rules/push': { purpose: 'Push notifications to browsers: planned, encrypted, sent', imports: core('rules/webhooks') },
  'app/server/core/money/shop': { purpose: 'Packs, plans and free tokens in force', imports: core() },
  'app/server/core/money/grants': { purpose: 'Free tokens: who gets them', imports: core('rules/safety') },
  'app/server/core/money/tokens': {
    purpose: 'Ledger, lots, holds, own limits, audit',
    imports: core('rules/groups', 'rules/push', 'rules/webhooks'),
  },
  'app/server/core/money/welcomes': {
    purpose: 'Moves of people between groups, with the tokens that a group welcomes them with',
    imports: core('rules/audit', 'rules/groups', 'money/tokens'),
  },
  'app/server/core/money/referrals': { purpose: 'Invitations and rewards', imports: core('money/shop', 'money/grants', 'money/tokens') },
  'app/server/core/money/orders': { purpose: 'Offers, orders, checkouts', imports: core('money/shop', 'money/tokens') },
  'app/server/core/money/payments': {
    purpose: 'Recorded payments: grants, refunds, paid periods, webhooks',
    imports: core('rules/webhooks', 'rules/limits', 'money/orders', 'money/referrals', 'money/tokens'),
  },
  'app/server/core/money/subscriptions': {
    purpose: 'Plans: change, renewal, end',
    imports: core('rules/push', 'money/shop', 'money/orders', 'money/payments', 'money/tokens'),
  },
  'app/server/core/making/statistics': { purpose: 'Counts of ended runs by day', imports: core('money/shop', 'money/tokens') },
  'app/server/core/making/files': { purpose: 'Results: signed links, names, placeholders, ZIP', imports: core('rules/groups') },
  'app/server/core/making/marks': { purpose: 'The mark in a file that AI made it', imports: core() },
  'app/server/core/making/uploads': { purpose: 'Uploaded inputs: inspection, quota', imports: core('making/files', 'rules/safety') },
  'app/server/core/making/models': { purpose: 'Prices, options, health, moderation', imports: core('rules/groups') },
  'app/server/core/making/demo': {
    purpose: 'Images that visitors draw without an account: queue, cache, limits',
    imports: core('rules/limits', 'making/models', 'rules/safety'),
  },
  'app/server/core/making/voices': {
    purpose: 'Voices of people: consent, cloning at a service, deletion there',
    imports: core('making/files', 'rules/maintenance', 'making/models', 'rules/safety', 'money/tokens', 'making/uploads'),
  },
  'app/server/core/making/tools': { purpose: 'Tools of the studio: definitions, calls, plans', imports: core('rules/groups') },
  'app/server/core/making/generations': {
    purpose: 'Runs as people see them: create, list, quote, cancel, delete',
    imports: core(
      'making/files',
      'rules/groups',
      'rules/maintenance',
      'making/models',
      'rules/safety',
      'rules/webhooks',
      'making/statistics',
      'making/tools',
      'money/tokens',
      'making/voices',
    ),
  },
  'app/server/core/making/turns': {
    purpose: 'Tools in conversations: calls that ask, become runs or are refused, steps, the allowance of an answer',
    imports: core('making/generations', 'making/tools', 'money/tokens', 'rules/groups'),
  },
  'app/server/core/making/runs': {
    purpose: 'Runs as workers see them: claim, attempt, finish, recover',
    imports: core(
      'making/files',
      'making/films',
      'making/generations',
      'rules/push',
      'rules/webhooks',
      'rules/groups',
      'making/marks',
      'making/models',
      'making/statistics',
      'making/tools',
      'money/tokens',
      'making/voices',
    ),
  },
  'app/server/core/making/run-requests': {
    purpose: 'Calls beyond the budget of a key: asked of its owner, allowed, refused',
    imports: core(
      'making/films',
      'making/generations',
      'making/chords',
      'making/comparisons',
      'making/voices',
      'rules/push',
      'rules/webhooks',
      'money/tokens',
    ),
  },
  'app/server/core/making/chords': {
    purpose: 'Linked works from one prompt: quote, create, read',
    imports: core('making/generations', 'rules/groups', 'money/tokens'),
  },
  'app/server/core/making/comparisons': {
    purpose: 'One prompt for several models: quote, create, read, vote',
    imports: core('making/generations', 'rules/groups', 'money/tokens'),
  },
  'app/server/core/making/films': {
    purpose: 'Films as documents: changes and undo, recipes of parts, quotes, makes and their runs, takes',
    imports: core('making/files', 'making/generations', 'money/tokens', 'rules/groups'),
  },
  'app/server/core/identity/consents': { purpose: 'Consents to the processing of personal data', imports: core('money/tokens') },
  'app/server/core/identity/sign-up-challenge': { purpose: 'The proof of work of a sign-up', imports: core('rules/safety') },
  'app/server/core/identity/profile': {
    purpose: 'The signed-in person: settings, avatar',
    imports: core('rules/limits', 'making/run-requests', 'making/uploads'),
  },
  'app/server/core/identity/sessions': {
    purpose: 'Access and refresh tokens, known devices, handovers, revocation',
    imports: core('rules/limits', 'identity/profile'),
  },
  'app/server/core/identity/api-keys': {
    purpose: 'API keys',
    imports: core('rules/limits', 'money/tokens', 'making/run-requests', 'identity/sessions'),
  },
  'app/server/core/identity/programs': {
    purpose: 'Access that people give to programs: clients, consent, codes, tokens, sign-in by a code',
    imports: core('rules/limits', 'money/tokens', 'identity/sessions', 'identity/api-keys', 'identity/two-factor'),
  },
  'app/server/core/identity/credentials': {
    purpose: 'What ends which credential',
    imports: core('identity/api-keys', 'rules/groups', 'identity/sessions'),
  },
  'app/server/core/identity/passwords': {
    purpose: 'Hashing, strength, change, reset',
    imports: core('identity/credentials', 'rules/limits', 'money/referrals', 'identity/sessions'),
  },
  'app/server/core/identity/two-factor': {
    purpose: 'Codes, recovery codes, second step of a sign-in, proof of identity',
    imports: core('identity/credentials', 'rules/limits', 'identity/passwords', 'identity/sessions'),
  },
  'app/server/core/identity/passkeys': { purpose: 'Passkeys', imports: core('rules/limits', 'identity/sessions', 'identity/two-factor') },
  'app/server/core/identity/email': {
    purpose: 'Verification and change of the email address',
    imports: core(
      'identity/credentials',
      'money/grants',
      'rules/limits',
      'money/referrals',
      'rules/safety',
      'identity/sessions',
      'identity/two-factor',
    ),
  },
  'app/server/core/identity/accounts': {
    purpose: 'Sign-up, password sign-in, deletion',
    imports: core(
      'money/shop',
      'identity/consents',
      'identity/credentials',
      'identity/email',
      'making/generations',
      'money/grants',
      'rules/limits',
      'identity/passwords',
      'identity/profile',
      'money/referrals',
      'rules/safety',
      'identity/sessions',
      'identity/sign-up-challenge',
      'money/subscriptions',
      'money/tokens',
      'identity/two-factor',
      'making/voices',
    ),
  },
  'app/server/core/identity/oauth': {
    purpose: 'Sign-in with another service, connected services',
    imports: core(
      'rules/audit',
      'identity/accounts',
      'identity/email',
      'money/grants',
      'rules/groups',
      'rules/limits',
      'identity/credentials',
      'money/welcomes',
      'money/referrals',
      'rules/safety',
      'identity/sessions',
      'money/tokens',
      'identity/two-factor',
    ),
  },
  'app/server/core/library/recipes': {
    purpose: 'Saved prompts and recipes',
    imports: core(
      ...within('making', 'generations', 'marks', 'runs', 'uploads', 'voices'),
      ...within('rules', 'audit', 'groups', 'limits', 'safety'),
    ),
  },
  'app/server/core/library/drafts': { purpose: 'Unsent prompts', imports: core() },
  'app/server/core/library/events': {
    purpose: 'Live streams: changes of runs and balance, end of access',
    imports: core('making/films', 'making/generations', 'making/run-requests', 'identity/sessions', 'money/tokens'),
  },
  'app/server/core/library/threads': { purpose: 'Conversations', imports: core('making/generations', 'making/tools') },
  'app/server/core/library/works': {
    purpose: 'Collections, trash, archive',
    imports: core('making/files', 'making/generations', 'rules/groups'),
  },
  'app/server/core/library/first-views': {
    purpose: 'All that a page shows first and the check of its session, in one statement',
    imports: core(
      'library/drafts',
      'making/generations',
      'library/works',
      'identity/profile',
      'identity/sessions',
      'library/threads',
      'money/tokens',
    ),
  },
  'app/server/core/library/shares': {
    purpose: 'Public links',
    imports: core('library/recipes', 'making/files', 'making/generations', 'rules/limits', 'making/marks', 'rules/safety'),
  },
  'app/server/core/library/exports': { purpose: 'The archive of everything of a person', imports: core('making/files') },
  'app/server/core/operation/operators': {
    purpose: 'What people with a role do: search, grants, blocks, roles, groups, audit log',
    imports: core(
      'money/welcomes',
      'rules/audit',
      'identity/api-keys',
      'identity/credentials',
      'making/files',
      'making/generations',
      'rules/groups',
      'rules/limits',
      'operation/operations',
      'money/payments',
      'money/referrals',
      'rules/safety',
      'identity/sessions',
      'library/shares',
      'money/subscriptions',
      'money/tokens',
      'identity/two-factor',
      'making/voices',
    ),
  },
  'app/server/core/operation/codes': {
    purpose: 'Redemption codes: batches, redemption',
    imports: core('rules/audit', 'money/grants', 'rules/limits', 'operation/operators', 'money/tokens'),
  },
  'app/server/core/operation/announcements': {
    purpose: 'Announcements and the switch of maintenance mode, and what a caller is shown of them',
    imports: core('rules/audit', 'rules/maintenance', 'operation/operators'),
  },
  'app/server/core/operation/connections': {
    purpose: 'Connections and prices of models as set in the browser',
    imports: core('rules/audit', 'rules/groups', 'making/models', 'operation/operators', 'rules/safety'),
  },
  'app/server/core/operation/catalogue': {
    purpose: 'The feed of the model catalogue: reading, differences, applying, going back',
    imports: core('rules/audit', 'operation/connections'),
  },
  'app/server/core/operation/definitions': {
    purpose: 'Definitions of models from the browser: drafts, test runs, versions',
    imports: core('rules/audit', 'operation/connections', 'making/generations', 'making/models', 'operation/operators'),
  },
  'app/server/core/operation/shop': {
    purpose: 'Versions of the shop; orders of all people, refunds, comparison with the payment services',
    imports: core('rules/audit', 'money/shop', 'operation/operators', 'money/payments', 'money/tokens'),
  },
  'app/server/core/operation/operations': {
    purpose: 'For the operator: readiness, load, audits, failed emails, the state of the server',
    imports: core('money/tokens'),
  },
}

export const serverModules = {
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
  'app/server/variables': {
    purpose: 'How environment variables are written, and the error of a wrong one',
    imports: ['app/server/preflight'],
  },
  'app/server/env.ts': { purpose: 'Environment variables', imports: ['app/server/preflight', 'app/server/variables'] },
  'app/server/installation.ts': {
    purpose: 'What every process of an installation reads first: the variables, and who owns the data folder',
    imports: ['app/server/egress', 'app/server/env.ts', 'app/server/preflight', 'app/server/variables'],
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
    imports: ['app/server/core/operation/operations', 'app/server/core/money/tokens', ...adapters, ...basics],
  },
  'app/server/doctor': {
    purpose: 'What is on, off or misconfigured, for the command and the page',
    imports: ['app/server/core', ...adapters, ...basics],
  },
  'app/server/worker': { purpose: 'Takes jobs and runs use-cases', imports: ['app/server/core', ...adapters, ...basics] },
  'app/server/runtime.ts': {
    purpose: 'Opens the adapters in order and closes them in reverse',
    imports: ['app/server/core', 'app/server/backup', 'app/server/worker', 'engine/protocol', ...adapters, ...basics],
  },
  'app/server/start-summary.ts': {
    purpose: 'The lines of a terminal about a started server',
    imports: ['app/server/core', 'app/server/runtime.ts', ...adapters, ...basics],
  },
  'app/server/api': {
    purpose:
      'How each call of the contract is answered: `endpoints` in the folders of the contract, what all share (`requests`, `answers`), the protocols of others (`openai`, `protocols`, `mcp`, `oauth`), `document`; `all-calls` tests every call',
    imports: ['app/server/core', 'app/server/doctor', 'app/server/runtime.ts', 'app/server/api-client/locale.ts', ...adapters, ...basics],
  },
  'app/server/observe': {
    purpose: 'Metrics for Prometheus, traces for OpenTelemetry; libraries are loaded on demand',
    imports: ['app/server/core/operation/operations', ...adapters, ...basics],
  },
  'app/server/web': {
    purpose: 'Server of pages and built files',
    imports: ['app/server/api', 'app/server/api-client', 'app/server/core/operation/operations', 'app/server/storage', ...basics],
  },
  'app/serve.ts': { purpose: 'The production server', imports: ['app/server'] },
}
