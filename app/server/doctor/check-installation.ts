import { resolve } from 'node:path'
import pg from 'pg'
import { readModeration } from '../core/making/models/read-moderation.ts'
import { DataDirError, lockDataDir } from '../db/data-dir.ts'
import type { Env } from '../env.ts'
import { EnvError } from '../variables/env-error.ts'
import { checkSmtp } from '../mail/smtp.ts'
import { modelsEndingSoon, openConnected } from '../providers/connected/open-connected.ts'
import { memoryLimitOf } from '../providers/local/memory-limit.ts'
import { installedModels } from '../providers/local/model-folder.ts'
import { isRuntimeInstalled, runtimeOf } from '../providers/local/runtime.ts'
import type { ModelsFile } from '../providers/models-file/no-models-file.ts'
import { openProviders } from '../providers/providers.ts'
import { openStorage } from '../storage/open-storage.ts'
import { siteUrl } from '../site-url.ts'
import { withNearest } from './with-nearest.ts'
import { type Finding, listNames, off, on, plain, wrong } from './finding.ts'

const areas = {
  database: /*i18n*/ { id: 'doctor.database', message: 'database' },
  storage: /*i18n*/ { id: 'doctor.storage', message: 'storage' },
  mail: /*i18n*/ { id: 'doctor.mail', message: 'mail' },
  signIn: /*i18n*/ { id: 'doctor.sign_in', message: 'sign-in with others' },
  moderation: /*i18n*/ { id: 'doctor.moderation', message: 'moderation' },
  modelsFile: /*i18n*/ { id: 'doctor.models_file', message: 'models file' },
  prices: /*i18n*/ { id: 'doctor.prices', message: 'prices' },
  ending: /*i18n*/ { id: 'doctor.ending', message: 'ending model' },
  otherPages: /*i18n*/ { id: 'doctor.other_pages', message: 'API for other sites' },
  agents: /*i18n*/ { id: 'doctor.agents', message: 'tools for agents' },
  local: /*i18n*/ { id: 'doctor.local', message: 'local models' },
}
const unwritable = /*i18n*/ { id: 'doctor.storage_unwritable', message: '{where} can’t be written to' }

const patienceMs = 8_000
const oldestPostgres = 150_000

/** Checks the database without opening anything that a running server locks. */
export async function checkDatabase(env: Env): Promise<Finding> {
  if (env.DATABASE_URL) return checkPostgres(env.DATABASE_URL)
  try {
    const lock = await lockDataDir(resolve(env.DATA_DIR))
    lock.release()
    return on(areas.database, /*i18n*/ { id: 'doctor.embedded_free', message: 'embedded, in DATA_DIR; no server has it open' })
  } catch (error) {
    if (!(error instanceof DataDirError)) throw error
    if (error.code === 'disk_full')
      return wrong(areas.database, /*i18n*/ { id: 'doctor.disk_full', message: 'the disk of DATA_DIR is full' })
    return error.code === 'in_use'
      ? on(areas.database, /*i18n*/ { id: 'doctor.embedded_open', message: 'embedded, in DATA_DIR; a running server has it open' })
      : wrong(areas.database, /*i18n*/ { id: 'doctor.data_dir', message: 'DATA_DIR can’t be written to' })
  }
}

async function checkPostgres(url: string): Promise<Finding> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; version: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
    )
    const [server] = rows
    if (!server || server.number < oldestPostgres)
      return wrong(areas.database, /*i18n*/ { id: 'doctor.old_postgres', message: 'PostgreSQL is older than 15' })
    return on(areas.database, [plain(`PostgreSQL ${server.version.split(' ')[0]}`)])
  } catch {
    return wrong(areas.database, /*i18n*/ { id: 'doctor.no_database', message: 'DATABASE_URL leads to no database that lets us in' })
  } finally {
    await client.end().catch(() => undefined)
  }
}

const gigabyte = 1024 ** 3

export async function checkStorage(env: Env): Promise<Finding> {
  const where = env.S3_BUCKET ? `S3: ${env.S3_BUCKET}` : 'DATA_DIR/files'
  try {
    const storage = await openStorage(env)
    const { writable, freeBytes, error } = await storage.check()
    await storage.close?.()
    const free = freeBytes / gigabyte
    const values = { where, free: free < 10 ? free.toFixed(1) : Math.round(free) }
    if (!writable)
      return wrong(
        areas.storage,
        /*i18n*/ { id: 'doctor.storage_error', message: '{where} can’t be written to ({error})' },
        { where, error: error ?? '' },
      )
    if (free < 1) return wrong(areas.storage, /*i18n*/ { id: 'doctor.storage_low', message: '{where}: only {free} GB free' }, values)
    return env.S3_BUCKET
      ? on(areas.storage, /*i18n*/ { id: 'doctor.storage_bucket', message: '{where}, {free} GB free in DATA_DIR' }, values)
      : on(areas.storage, /*i18n*/ { id: 'doctor.storage_folder', message: '{where}, {free} GB free' }, values)
  } catch {
    return wrong(areas.storage, unwritable, { where })
  }
}

/** Signs in at the mail server, but sends no email. */
export async function checkMail(env: Env): Promise<Finding> {
  if (!env.SMTP_URL)
    return off(areas.mail, /*i18n*/ { id: 'doctor.mail_off', message: 'mails become files in DATA_DIR/outbox: set SMTP_URL to send them' })
  const problem = await checkSmtp(env.SMTP_URL)
  if (problem) return wrong(areas.mail, problem.text, problem.values)
  return new URL(env.SMTP_URL).username
    ? on(areas.mail, /*i18n*/ { id: 'doctor.mail_signed_in', message: 'the server of SMTP_URL accepts its name and password' })
    : on(areas.mail, /*i18n*/ { id: 'doctor.mail_on', message: 'the server of SMTP_URL answers' })
}

/** Reports whose pages may call the API from a browser. */
export function checkOtherPages({ CORS_ORIGINS: origins }: Env): Finding {
  if (origins === null)
    return on(areas.otherPages, /*i18n*/ { id: 'doctor.other_pages_all', message: 'pages of every site may call it with a key' })
  return origins.length === 0
    ? off(
        areas.otherPages,
        /*i18n*/ { id: 'doctor.other_pages_off', message: 'only programs call it: list the origins of pages in CORS_ORIGINS' },
      )
    : on(
        areas.otherPages,
        /*i18n*/ { id: 'doctor.other_pages_on', message: 'pages of {origins} may call it with a key' },
        { origins: listNames(origins) },
      )
}

/** Reports whether agents can use the tools, and where. */
export function checkAgents(env: Env): Finding {
  if (!env.MCP) return off(areas.agents, /*i18n*/ { id: 'doctor.agents_off', message: 'switched off by MCP' })
  return on(areas.agents, /*i18n*/ { id: 'doctor.agents_on', message: '{address}, with an API key' }, { address: `${siteUrl(env)}/mcp` })
}

const signInServices = [
  ['Google', 'GOOGLE_CLIENT_ID'],
  ['GitHub', 'GITHUB_CLIENT_ID'],
  ['Yandex', 'YANDEX_CLIENT_ID'],
  ['VK', 'VK_CLIENT_ID'],
] as const

export function checkSignIn(env: Env): Finding {
  const services = signInServices.flatMap(([name, variable]) => (env[variable] ? [name] : []))
  const names = [...services, ...env.OIDC_ISSUERS.map(({ label }) => label)]
  if (names.length === 0)
    return off(
      areas.signIn,
      /*i18n*/ {
        id: 'doctor.sign_in_off',
        message: 'set GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID, YANDEX_CLIENT_ID or VK_CLIENT_ID, each with its secret, or OIDC',
      },
    )
  return env.PUBLIC_URL
    ? on(areas.signIn, [plain(names.join(', '))])
    : wrong(
        areas.signIn,
        /*i18n*/ { id: 'doctor.sign_in_url', message: '{names} can only lead back here when PUBLIC_URL is set' },
        { names: names.join(', ') },
      )
}

/** The moderation of the browser: whether words apply to answers, and the service with or without a key. */
export type BrowserModeration = { checksAnswers: boolean; service: boolean; hasKey: boolean }

export async function checkModeration(env: Env, browser?: BrowserModeration): Promise<Finding> {
  try {
    const read = await readModeration(env)
    if (browser?.service && !browser.hasKey)
      return wrong(
        areas.moderation,
        /*i18n*/ {
          id: 'doctor.moderation_no_key',
          message: 'the endpoint of OpenAI is turned on without a key, so runs fail: enter a key or turn it off at Safety',
        },
      )
    if (browser?.service && !env.MODERATION)
      return on(areas.moderation, /*i18n*/ { id: 'doctor.moderation_browser', message: 'by the endpoint of OpenAI, as set at Safety' })
    if (!read)
      return browser?.checksAnswers
        ? on(
            areas.moderation,
            /*i18n*/ { id: 'doctor.moderation_answers', message: 'by the blocked words of Safety, in prompts and in answers' },
          )
        : off(
            areas.moderation,
            /*i18n*/ {
              id: 'doctor.moderation_off',
              message: 'turn it on at Safety, or set MODERATION_WORDS to a file or MODERATION to openai',
            },
          )
    if (!env.MODERATION) return on(areas.moderation, /*i18n*/ { id: 'doctor.moderation_words', message: 'by a word list' })
    return env.MODERATION_WORDS
      ? on(areas.moderation, /*i18n*/ { id: 'doctor.moderation_both', message: 'by a word list and the endpoint of OpenAI' })
      : on(areas.moderation, /*i18n*/ { id: 'doctor.moderation_openai', message: 'by the endpoint of OpenAI' })
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return wrong(
      areas.moderation,
      /*i18n*/ { id: 'doctor.moderation_unreadable', message: 'the file of MODERATION_WORDS can’t be read: check its path and rights' },
    )
  }
}

/** Entries for unknown models are most likely typos. */
export function checkModelsFile(env: Env, file: ModelsFile): Finding {
  if (env.MODELS_FILE === undefined)
    return off(areas.modelsFile, /*i18n*/ { id: 'doctor.models_file_off', message: 'set MODELS_FILE to change models and prices' })
  const live = new Set(['ollama', 'sketch', ...env.OPENAI_COMPATIBLE.map(({ name }) => name)])
  const known = new Set(Object.values(file.catalogue.models).flatMap((models) => models.map(({ id }) => id)))
  const owners = [...Object.keys(file.catalogue.models), ...live]
  const added = new Set(owners.flatMap((provider) => file.added(provider).map(({ id }) => id)))
  const strangers = [...file.ids, ...file.fallbacks].filter(
    (id) => !known.has(id) && !added.has(id) && !live.has(id.split('/')[0] ?? '') && !id.startsWith('sketch-'),
  )
  const count = file.ids.length
  return strangers.length > 0
    ? wrong(
        areas.modelsFile,
        /*i18n*/ {
          id: 'doctor.models_file_strangers',
          message: 'speaks of {count, plural, one {# model} other {# models}}; no one has {strangers}',
        },
        { count, strangers: [...new Set(strangers)].map((id) => withNearest(id, [...known, ...added])).join(', ') },
      )
    : on(
        areas.modelsFile,
        /*i18n*/ { id: 'doctor.models_file_on', message: 'speaks of {count, plural, one {# model} other {# models}}' },
        { count },
      )
}

const opensNothing = () => Promise.reject(new Error('the doctor runs no model'))

/** Checks the prices of models connected by a key; those of the operator's own servers are checked with the servers. */
export async function checkPrices(env: Env, modelsFile: ModelsFile): Promise<Finding> {
  const openers = { text: opensNothing, media: opensNothing }
  const providers = openProviders(openConnected({ env, openers, modelsFile, scratchDir: env.DATA_DIR }), { adjust: modelsFile.adjust })
  const models = (await providers.models()).filter(({ retired }) => !retired)
  if (models.length === 0) return off(areas.prices, /*i18n*/ { id: 'doctor.prices_off', message: 'no service is connected by a key' })
  const unpriced = models.filter(({ unavailable }) => unavailable !== null).map(({ id }) => id)
  return unpriced.length > 0
    ? wrong(
        areas.prices,
        /*i18n*/ { id: 'doctor.prices_missing', message: 'no price is set for {models}: they can’t be run' },
        { models: unpriced.join(', ') },
      )
    : on(
        areas.prices,
        /*i18n*/ {
          id: 'doctor.prices_on',
          message: 'set for all {count} models; they follow the services’ own as of the release, so look them up',
        },
        { count: models.length },
      )
}

/** Lists models that their services switch off within the next two months. */
export function checkEndings(env: Env, modelsFile: ModelsFile): Finding[] {
  return modelsEndingSoon(env, modelsFile).map(({ id, days, endsAt: day, successor }) =>
    successor === null
      ? on(
          areas.ending,
          /*i18n*/ {
            id: 'doctor.ends',
            message: '{model} ends on {day} (in {days, plural, one {# day} other {# days}}): it has no successor here',
          },
          { model: id, day, days },
        )
      : on(
          areas.ending,
          /*i18n*/ {
            id: 'doctor.ends_for',
            message: '{model} ends on {day} (in {days, plural, one {# day} other {# days}}): its successor is {successor}',
          },
          { model: id, day, days, successor },
        ),
  )
}

/** Reports the models on this machine and whether they can run. */
export async function checkLocalModels(env: Env): Promise<Finding> {
  const dataDir = resolve(env.DATA_DIR)
  const models = await installedModels(dataDir)
  if (models.length === 0)
    return off(areas.local, /*i18n*/ { id: 'doctor.local_off', message: 'npm run models -- list shows those that can be installed' })
  const needed = [...new Set(models.map(({ kind }) => runtimeOf(kind)))]
  const ready = await Promise.all(needed.map((id) => isRuntimeInstalled(dataDir, id)))
  if (ready.includes(false))
    return wrong(
      areas.local,
      /*i18n*/ { id: 'doctor.local_runtime', message: 'their runtime is missing: npm run models -- install brings it' },
    )
  const tooLarge = models.filter(({ memory }) => memory > memoryLimitOf(env)).map(({ id }) => id)
  if (tooLarge.length > 0)
    return wrong(
      areas.local,
      /*i18n*/ { id: 'doctor.local_memory', message: '{models}: more memory than LOCAL_MODELS_MEMORY_MB allows' },
      { models: tooLarge.join(', ') },
    )
  return on(areas.local, [plain(models.map(({ id }) => id).join(', '))])
}
