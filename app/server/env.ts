import { closest, distance } from 'fastest-levenshtein'
import * as v from 'valibot'
import { emailSchema } from '#app/contract/account/email.ts'
import { cleanVariable } from './preflight/variables.mjs'
import { EnvError } from './variables/env-error.ts'
import { requirePairs } from './variables/require-pairs.ts'
import {
  compatiblePrice,
  corsOrigins,
  feedAddress,
  feedKey,
  flag,
  interval,
  key,
  oidcNames,
  onOff,
  origins,
  port,
  publicUrl,
  senders,
  serviceLimits,
  serviceUrl,
  url,
  withoutPassword,
} from './variables/formats.ts'
import { programVariables } from './variables/programs.ts'
import { type OidcIssuer, readOidcIssuers } from './variables/oidc-issuers.ts'

/** The address at which Ollama listens by default. */
export const usualOllamaUrl = 'http://127.0.0.1:11434'

/** Services connected by an API key. */
export const serviceIds = [
  'openai',
  'google',
  'xai',
  'anthropic',
  'mistral',
  'fal',
  'replicate',
  'bfl',
  'elevenlabs',
  'alibaba',
  'minimax',
  'deepseek',
  'groq',
  'runway',
  'luma',
  'kling',
  'stability',
  'recraft',
  'ideogram',
] as const
export type ServiceId = (typeof serviceIds)[number]

/** A server compatible with OpenAI's API, on the operator's machine or elsewhere. */
export type CompatibleServer = { name: string; url: string; key: string | null }

/** Names that a server compatible with OpenAI’s API cannot have. */
export const takenServerNames: readonly string[] = [...serviceIds, 'sketch', 'ollama', 'openrouter', 'comfyui', 'a1111', 'local']
export const serverName = /^[a-z0-9][a-z0-9-]{0,30}$/

const serverNames =
  'must list servers as name=url or name=url,key, with ";" between them; names are lower-case letters, digits and "-", and not those of known services'

const servers = v.pipe(
  v.string(),
  v.transform((list) => list.split(';').flatMap((entry) => (entry.trim() ? [readServer(entry.trim())] : []))),
  v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(serverName, serverNames), v.notValues([...takenServerNames], serverNames)),
      url: serviceUrl,
      key: v.nullable(key),
    }),
  ),
  v.check((list) => new Set(list.map(({ name }) => name)).size === list.length, 'must not name a server twice'),
)

function readServer(entry: string): CompatibleServer {
  const [, name = '', address = '', secret] = /^([^=]*)=([^,]*)(?:,(.*))?$/.exec(entry) ?? []
  return { name: name.trim(), url: address.trim(), key: secret?.trim() || null }
}

export const roles = ['web', 'api', 'worker'] as const

const envSchema = v.object({
  /** Another file of variables than `.env`, or "off". Read before the others. */
  ENV_FILE: v.optional(v.string()),
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must be a folder')), 'data'),
  DATABASE_URL: v.optional(url('postgres:', 'postgresql:')),
  API_BASE_URL: v.optional(url('http:', 'https:')),
  /** Gets an email when the nightly audit finds violations. */
  OPERATOR_EMAIL: v.optional(
    v.pipe(
      v.string(),
      v.check((email) => v.is(emailSchema, email), 'must be an email address'),
    ),
  ),
  /** Most connections of a process to PostgreSQL, one more listens for notifications. */
  DATABASE_POOL: v.optional(
    v.pipe(v.string(), v.regex(/^([2-9]|[1-9]\d{1,2})$/, 'must be a number from 2 to 999'), v.transform(Number)),
    '10',
  ),
  /** A port of its own for `/metrics`. */
  METRICS_PORT: v.optional(port),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  /** The bearer token of `/metrics`; without METRICS_PORT it is served on PORT. */
  METRICS_TOKEN: v.optional(v.pipe(key, v.minLength(16, 'must have at least 16 characters'))),
  /** The public URL of the app, used in emails. */
  PUBLIC_URL: v.optional(publicUrl),
  ROLES: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((role) => role.trim())),
      v.array(v.picklist(roles, `must list some of: ${roles.join(', ')}`)),
    ),
    roles.join(','),
  ),
  /** An S3-compatible service for files, instead of `DATA_DIR/files`. */
  S3_ENDPOINT: v.optional(withoutPassword(serviceUrl)),
  S3_BUCKET: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'))),
  S3_ACCESS_KEY_ID: v.optional(key),
  S3_SECRET_ACCESS_KEY: v.optional(key),
  S3_REGION: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the name of a region'))),
  /** Whether the bucket is named by the path of a URL, not by its host; `true` by default. */
  S3_PATH_STYLE: v.optional(flag),
  /** Folder within the bucket. */
  S3_PREFIX: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\/?[0-9a-z][\w.-]*(?:\/[0-9a-z][\w.-]*)*\/?$/i, 'must be a folder such as quartet/files'),
      v.transform((value) => value.replaceAll(/^\/|\/$/g, '')),
    ),
  ),
  /** Whether this server delivers files itself, or redirects browsers to the S3 service. */
  FILES_DELIVERY: v.optional(v.picklist(['proxy', 'redirect'], 'must be proxy or redirect'), 'proxy'),
  /** Where new files are stored; by default the S3 service if one is set. */
  FILES_STORE: v.optional(v.picklist(['folder', 's3'], 'must be folder or s3')),
  /** Where files are also read from, while `npm run storage -- move` moves them. */
  FILES_FALLBACK: v.optional(v.picklist(['folder', 's3'], 'must be folder or s3')),
  /** Free megabytes of the local disk below which no new runs and uploads are accepted. */
  DISK_FLOOR_MB: v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}$/, 'must be a number of megabytes'), v.transform(Number)), '500'),
  /** Seconds that the event loop may stand still before the process ends; 0 for any time. */
  WATCHDOG_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'must be a number of seconds'), v.transform(Number)), '30'),
  /** Address of a CDN in front of the S3 service, for redirects. */
  FILES_URL: v.optional(withoutPassword(serviceUrl)),
  SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  /** Whether HTTPS is demanded of all subdomains, too, for browsers that came over HTTPS. */
  HSTS_SUBDOMAINS: v.optional(onOff, 'off'),
  /** Whether `X-Forwarded-For` is set by the operator's proxy. */
  TRUST_PROXY: v.optional(flag, 'false'),
  /** Origins whose pages may call the API with a key; null for every origin. */
  CORS_ORIGINS: v.optional(corsOrigins, ''),
  ...programVariables,
  /** Origins of the operator's network that webhooks of people may reach. */
  WEBHOOK_ORIGINS: v.optional(origins, ''),
  /** Whether session calls are limited (`api.limits` in app.config.ts); `off` if a proxy limits them. */
  SESSION_LIMITS: v.optional(
    v.pipe(
      v.picklist(['on', 'off'], 'must be on or off'),
      v.transform((value) => value === 'on'),
    ),
    'on',
  ),
  LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'), 'info'),
  /** Whether sign-up is open; by default as in `app.config.ts`. */
  SIGN_UP: v.optional(onOff),
  /** Whether people are asked for their consent to the processing of personal data. */
  PERSONAL_DATA_CONSENT: v.optional(onOff, 'off'),
  /** Whether a sign-up requires a solved challenge; by default as in `app.config.ts`. */
  SIGN_UP_CHALLENGE: v.optional(onOff),
  /** Sign-ups per network address and day; by default as in `app.config.ts`. */
  SIGN_UPS_PER_ADDRESS: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a number from 1 to 999999'), v.transform(Number))),
  /** Whether visitors can try the built-in image model; by default as in `app.config.ts`. */
  DEMO: v.optional(onOff),
  /** The mail server; without it emails are written to files. */
  SMTP_URL: v.optional(url('smtp:', 'smtps:')),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an address, or a name and <an address>'),
    ),
  ),
  /** OAuth credentials; a service is offered if both of its keys are set. */
  /** The names of issuers of OpenID Connect, each with its own variables `OIDC_NAME_…`. */
  OIDC: v.optional(oidcNames, ''),
  /** Whether new accounts are created through these issuers only. */
  OIDC_ONLY: v.optional(onOff, 'off'),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  GITHUB_CLIENT_ID: v.optional(v.string()),
  GITHUB_CLIENT_SECRET: v.optional(v.string()),
  YANDEX_CLIENT_ID: v.optional(v.string()),
  YANDEX_CLIENT_SECRET: v.optional(v.string()),
  VK_CLIENT_ID: v.optional(v.string()),
  VK_CLIENT_SECRET: v.optional(v.string()),
  /** API keys of model services; a service is used if its key is set. */
  OPENAI_API_KEY: v.optional(key),
  GOOGLE_GENERATIVE_AI_API_KEY: v.optional(key),
  XAI_API_KEY: v.optional(key),
  ANTHROPIC_API_KEY: v.optional(key),
  MISTRAL_API_KEY: v.optional(key),
  FAL_API_KEY: v.optional(key),
  REPLICATE_API_TOKEN: v.optional(key),
  BFL_API_KEY: v.optional(key),
  ELEVENLABS_API_KEY: v.optional(key),
  ALIBABA_API_KEY: v.optional(key),
  MINIMAX_API_KEY: v.optional(key),
  DEEPSEEK_API_KEY: v.optional(key),
  GROQ_API_KEY: v.optional(key),
  RUNWAYML_API_SECRET: v.optional(key),
  LUMA_AGENTS_API_KEY: v.optional(key),
  KLING_API_KEY: v.optional(key),
  STABILITY_API_KEY: v.optional(key),
  RECRAFT_API_TOKEN: v.optional(key),
  IDEOGRAM_API_KEY: v.optional(key),
  OPENROUTER_API_KEY: v.optional(key),
  /** URLs that replace the services' own. */
  OPENAI_BASE_URL: v.optional(serviceUrl),
  GOOGLE_GENERATIVE_AI_BASE_URL: v.optional(serviceUrl),
  XAI_BASE_URL: v.optional(serviceUrl),
  ANTHROPIC_BASE_URL: v.optional(serviceUrl),
  MISTRAL_BASE_URL: v.optional(serviceUrl),
  FAL_BASE_URL: v.optional(serviceUrl),
  REPLICATE_BASE_URL: v.optional(serviceUrl),
  BFL_BASE_URL: v.optional(serviceUrl),
  ELEVENLABS_BASE_URL: v.optional(serviceUrl),
  ALIBABA_BASE_URL: v.optional(serviceUrl),
  MINIMAX_BASE_URL: v.optional(serviceUrl),
  DEEPSEEK_BASE_URL: v.optional(serviceUrl),
  GROQ_BASE_URL: v.optional(serviceUrl),
  RUNWAYML_BASE_URL: v.optional(serviceUrl),
  LUMA_AGENTS_BASE_URL: v.optional(serviceUrl),
  KLING_BASE_URL: v.optional(serviceUrl),
  STABILITY_BASE_URL: v.optional(serviceUrl),
  RECRAFT_BASE_URL: v.optional(serviceUrl),
  IDEOGRAM_BASE_URL: v.optional(serviceUrl),
  OPENROUTER_BASE_URL: v.optional(serviceUrl, 'https://openrouter.ai/api/v1'),
  OPENAI_COMPATIBLE: v.optional(servers, ''),
  /** Replaces the limits of services and own servers. */
  SERVICE_LIMITS: v.optional(serviceLimits, ''),
  /** The price of models without one; unset, such models cannot be run. */
  OPENAI_COMPATIBLE_PRICE: v.optional(compatiblePrice),
  /** Queried for its models whenever it is reachable; null disables it. */
  OLLAMA_URL: v.optional(
    v.union(
      [
        v.pipe(
          v.literal('off'),
          v.transform(() => null),
        ),
        serviceUrl,
      ],
      'must be a URL that begins with http:// or https://, or "off"',
    ),
    usualOllamaUrl,
  ),
  /** A ComfyUI server; each file in COMFYUI_WORKFLOWS is a model of it. */
  COMFYUI_URL: v.optional(serviceUrl),
  /** A folder of workflows in ComfyUI's API format; by default that of the examples. */
  COMFYUI_WORKFLOWS: v.optional(v.string()),
  /** The WebUI of AUTOMATIC1111, Forge or SD.Next, started with its API. */
  A1111_URL: v.optional(serviceUrl),
  /** Replaces the publishers' addresses of models for this machine: the files of the catalog by their names. */
  MODELS_MIRROR: v.optional(serviceUrl),
  /** The registry of npm packages, from which runtimes of models on this machine are installed. */
  NPM_CONFIG_REGISTRY: v.optional(serviceUrl, 'https://registry.npmjs.org'),
  /** Megabytes of memory that models on this machine may use; by default three quarters of it. */
  LOCAL_MODELS_MEMORY_MB: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{2,6}$/, 'must be a number from 100 to 9999999'), v.transform(Number)),
  ),
  /** CPU threads of a model on this machine; by default one less than there are cores. */
  LOCAL_MODELS_THREADS: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999'), v.transform(Number))),
  /** The operator's changes to the model catalogue. */
  MODELS_FILE: v.optional(v.string()),
  /** The address or file of a newer catalogue of models; unset, that of the release is in force. */
  MODELS_FEED: v.optional(feedAddress),
  /** The Ed25519 public key of the publisher of the feed. */
  MODELS_FEED_KEY: v.optional(feedKey),
  MODELS_FEED_EVERY: v.optional(interval, '6h'),
  /** Whether a newer catalogue waits for a press, or applies by itself. */
  MODELS_FEED_APPLY: v.optional(v.picklist(['ask', 'automatic'], 'must be ask or automatic'), 'ask'),
  /** Additional disposable email domains, one per line. */
  DISPOSABLE_DOMAINS_FILE: v.optional(v.string()),
  /** Words forbidden in prompts and texts, one term per line. */
  MODERATION_WORDS: v.optional(v.string()),
  /** A moderation service for prompts and texts. */
  MODERATION: v.optional(v.picklist(['openai'], 'must be openai')),
  /** Whether voices without a preview of their service are recorded once, at the operator's cost. */
  VOICE_SAMPLES: v.optional(v.picklist(['generate'], 'must be generate')),
  /** Whether test purchases are possible; by default as long as no payment provider is configured. */
  TEST_CHECKOUT: v.optional(flag),
  STRIPE_SECRET_KEY: v.optional(key),
  /** The secret of Stripe's webhook signatures. */
  STRIPE_WEBHOOK_SECRET: v.optional(key),
  YOOKASSA_SHOP_ID: v.optional(key),
  YOOKASSA_SECRET_KEY: v.optional(key),
  /** The VAT code on receipts under 54-FZ: 1 is without VAT. */
  YOOKASSA_VAT_CODE: v.optional(
    v.pipe(v.string(), v.regex(/^(?:[1-9]|1[0-2])$/, 'must be a number from 1 to 12'), v.transform(Number)),
    '1',
  ),
  /** The seller's tax system code under 54-FZ, for shops with several. */
  YOOKASSA_TAX_SYSTEM: v.optional(v.pipe(v.string(), v.regex(/^[1-6]$/, 'must be a number from 1 to 6'), v.transform(Number))),
  /** Addresses accepted for YooKassa's notifications, instead of the published ones; null accepts any. */
  YOOKASSA_SENDERS: v.optional(senders),
  /** URLs that replace the services' own. */
  STRIPE_BASE_URL: v.optional(serviceUrl),
  YOOKASSA_BASE_URL: v.optional(serviceUrl),
  /** The folder of scheduled backups; without it none are made by this process, with `off` by none. */
  BACKUP_DIR: v.optional(v.string()),
  BACKUP_EVERY: v.optional(interval, '1d'),
  /** The number of scheduled backups to keep. */
  BACKUP_KEEP: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999'), v.transform(Number)), '7'),
  /** How often the newest scheduled backup is restored on trial; null for never. */
  BACKUP_TRIAL_EVERY: v.optional(
    v.union(
      [
        v.pipe(
          v.literal('off'),
          v.transform(() => null),
        ),
        interval,
      ],
      'must be "off", or a number with m, h or d: "7d" is a week',
    ),
    '7d',
  ),
  BACKUP_FILES: v.optional(v.picklist(['include', 'reference'], 'must be include or reference'), 'include'),
  WORKER_CONCURRENCY: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d?$/, 'must be a number from 1 to 99'), v.transform(Number)), '2'),
})
export type Env = v.InferOutput<typeof envSchema> & { OIDC_ISSUERS: readonly OidcIssuer[] }

/** The names of all variables. */
export const variableNames: readonly string[] = Object.keys(envSchema.entries)

/** Reads the environment once, at startup. Empty variables count as unset. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const set = cleanVariables(source)
  const result = v.safeParse(envSchema, set)
  if (!result.success)
    throw new EnvError(result.issues.map((issue) => `${v.getDotPath(issue)?.split('.')[0]} ${issue.message}.`).join('\n'))
  const env = { ...result.output, OIDC_ISSUERS: readOidcIssuers(set, result.output.OIDC) }
  if (env.OIDC_ONLY && env.OIDC.length === 0) throw new EnvError('OIDC must name an issuer where OIDC_ONLY is on.')
  if (env.DATABASE_URL && !env.SECRET && env.ROLES.includes('api'))
    throw new EnvError('SECRET must be set together with DATABASE_URL: every process signs with it.')
  if (!env.ROLES.includes('api') && env.ROLES.includes('web') && !env.API_BASE_URL)
    throw new EnvError('API_BASE_URL must be set when ROLES has "web" without "api".')
  if (!env.DATABASE_URL && env.ROLES.includes('worker') !== env.ROLES.includes('api'))
    throw new EnvError('ROLES can separate "api" and "worker" only with DATABASE_URL.')
  if (env.COMFYUI_WORKFLOWS && !env.COMFYUI_URL) throw new EnvError('COMFYUI_URL must be set together with COMFYUI_WORKFLOWS.')
  if (env.MODELS_FEED && !env.MODELS_FEED_KEY) throw new EnvError('MODELS_FEED_KEY must be set together with MODELS_FEED.')
  if (env.MODERATION === 'openai' && !env.OPENAI_API_KEY) throw new EnvError('OPENAI_API_KEY must be set together with MODERATION=openai.')
  if (env.TEST_CHECKOUT && (env.STRIPE_SECRET_KEY || env.YOOKASSA_SECRET_KEY))
    throw new EnvError('TEST_CHECKOUT must not be on where a payment service is set up: people would buy without paying.')
  requirePairs(env)
  requireWholeS3(env)
  return env
}

/** Returns the set variables that have a meaning here, without what surrounds their values by mistake. */
function cleanVariables(source: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const cleaned = Object.entries(source).flatMap(([name, raw]) =>
    raw !== undefined && (variableNames.includes(name) || name.startsWith('OIDC_')) ? [{ name, ...cleanVariable(name, raw) }] : [],
  )
  const problems = cleaned.flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0) throw new EnvError(problems.join('\n'))
  return Object.fromEntries(cleaned.flatMap(({ name, value }) => (value ? [[name, value]] : [])))
}

const s3Required = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const s3Optional = ['S3_REGION', 'S3_PATH_STYLE', 'S3_PREFIX'] as const

function requireWholeS3(env: Env): void {
  const present = [...s3Required, ...s3Optional].find((name) => env[name] !== undefined)
  const missing = s3Required.find((name) => env[name] === undefined)
  if (present && missing) throw new EnvError(`${missing} must be set together with ${present}.`)
  if (env.FILES_DELIVERY === 'redirect' && missing && !env.FILES_URL)
    throw new EnvError(`${missing} must be set together with FILES_DELIVERY=redirect.`)
  const named = env.FILES_STORE === 's3' ? 'FILES_STORE' : env.FILES_FALLBACK === 's3' ? 'FILES_FALLBACK' : undefined
  if (named && missing) throw new EnvError(`${missing} must be set together with ${named}=s3.`)
  const store = env.FILES_STORE ?? (missing ? 'folder' : 's3')
  if (env.FILES_FALLBACK === store)
    throw new EnvError(`FILES_FALLBACK must name the other place: new files are stored in "${store}" already.`)
  if (env.FILES_URL && env.FILES_DELIVERY === 'proxy') throw new EnvError('FILES_DELIVERY must be "redirect" where FILES_URL is set.')
}

/** Pairs of a set variable that has no meaning here and the known name that it resembles, because an unknown one has no effect. */
export function misspeltVariables(source: Readonly<Record<string, string | undefined>>): { found: string; meant: string }[] {
  const known = Object.keys(envSchema.entries)
  return Object.keys(source).flatMap((found) => {
    if (known.includes(found) || found.startsWith('OIDC_') || !source[found]) return []
    const meant = closest(found, known)
    // Short names of other programs resemble ours by chance: HOME and DEMO.
    return distance(found, meant) <= (found.length < 6 ? 1 : 2) ? [{ found, meant }] : []
  })
}
