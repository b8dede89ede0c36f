import { createConnection } from 'node:net'
import { resolve } from 'node:path'
import { connect as connectTls } from 'node:tls'
import pg from 'pg'
import { readModeration } from '#app/server/core/models/read-moderation.ts'
import { DataDirError, lockDataDir } from '#app/server/db/data-dir.ts'
import { type Env, EnvError } from '#app/server/env.ts'
import { catalogue } from '#app/server/providers/catalogue.ts'
import { endingModels, openConnected } from '#app/server/providers/connected/open-connected.ts'
import { memoryLimitOf } from '#app/server/providers/local/memory-limit.ts'
import { installedModels } from '#app/server/providers/local/model-folder.ts'
import { isRuntimeInstalled } from '#app/server/providers/local/runtime.ts'
import type { ModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { openStorage } from '#app/server/storage/open-storage.ts'
import { type Finding, off, on, wrong } from './finding.ts'

const patienceMs = 8_000
const oldestPostgres = 150_000

/** Checks the database without opening anything that a running server locks. */
export async function checkDatabase(env: Env): Promise<Finding> {
  if (env.DATABASE_URL) return checkPostgres(env.DATABASE_URL)
  try {
    const lock = await lockDataDir(resolve(env.DATA_DIR))
    lock.release()
    return on('database', 'embedded, in DATA_DIR; no server has it open')
  } catch (error) {
    if (!(error instanceof DataDirError)) throw error
    return error.code === 'in_use'
      ? on('database', 'embedded, in DATA_DIR; a running server has it open')
      : wrong('database', 'DATA_DIR cannot be written to')
  }
}

async function checkPostgres(url: string): Promise<Finding> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs })
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; version: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
    )
    const [server] = rows
    if (!server || server.number < oldestPostgres) return wrong('database', 'PostgreSQL is older than 15')
    return on('database', `PostgreSQL ${server.version.split(' ')[0]}`)
  } catch {
    return wrong('database', 'DATABASE_URL leads to no database that lets us in')
  } finally {
    await client.end().catch(() => undefined)
  }
}

const gigabyte = 1024 ** 3

export async function checkStorage(env: Env): Promise<Finding> {
  const where = env.S3_BUCKET ? `bucket ${env.S3_BUCKET}` : 'DATA_DIR/files'
  try {
    const storage = await openStorage(env)
    const { writable, freeBytes, error } = await storage.check()
    await storage.close?.()
    const free = freeBytes / gigabyte
    const left = `${free < 10 ? free.toFixed(1) : Math.round(free)} GB free${env.S3_BUCKET ? ' in DATA_DIR' : ''}`
    if (!writable) return wrong('storage', `${where} cannot be written to (${error})`)
    return free < 1 ? wrong('storage', `${where} has only ${left}`) : on('storage', `${where}, ${left}`)
  } catch {
    return wrong('storage', `${where} cannot be written to`)
  }
}

/** Checks for an SMTP greeting only: no login, no email. */
export async function checkMail(env: Env): Promise<Finding> {
  if (!env.SMTP_URL) return off('mail', 'mails become files in DATA_DIR/outbox: set SMTP_URL to send them')
  const { protocol, hostname: host, port } = new URL(env.SMTP_URL)
  const secure = protocol === 'smtps:'
  const target = { host, port: Number(port || (secure ? 465 : 587)) }
  const greeting = await new Promise<string>((settle) => {
    const socket = secure ? connectTls({ ...target, servername: host }) : createConnection(target)
    const end = (words: string) => {
      socket.destroy()
      settle(words)
    }
    socket.setTimeout(patienceMs, () => end(''))
    socket.once('data', (data) => end(data.toString('latin1')))
    socket.once('error', () => end(''))
  })
  return greeting.startsWith('220') ? on('mail', 'the server of SMTP_URL answers') : wrong('mail', 'the server of SMTP_URL does not answer')
}

const signInServices = [
  ['Google', 'GOOGLE_CLIENT_ID'],
  ['GitHub', 'GITHUB_CLIENT_ID'],
  ['Yandex', 'YANDEX_CLIENT_ID'],
  ['VK', 'VK_CLIENT_ID'],
] as const

export function checkSignIn(env: Env): Finding {
  const names = signInServices.flatMap(([name, variable]) => (env[variable] ? [name] : []))
  if (names.length === 0)
    return off('sign-in with others', 'set GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID, YANDEX_CLIENT_ID or VK_CLIENT_ID, each with its secret')
  return env.PUBLIC_URL
    ? on('sign-in with others', names.join(', '))
    : wrong('sign-in with others', `${names.join(', ')} can only lead back here when PUBLIC_URL is set`)
}

export async function checkModeration(env: Env): Promise<Finding> {
  try {
    if (!(await readModeration(env))) return off('moderation', 'set MODERATION_WORDS to a file, or MODERATION to openai')
    const parts = [env.MODERATION_WORDS && 'a word list', env.MODERATION && 'the endpoint of OpenAI'].filter(Boolean)
    return on('moderation', `by ${parts.join(' and ')}`)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return wrong('moderation', error.message)
  }
}

/** Entries for unknown models are most likely typos. */
export function checkModelsFile(env: Env, file: ModelsFile): Finding {
  if (env.MODELS_FILE === undefined) return off('models file', 'set MODELS_FILE to change models and prices')
  const live = new Set(['ollama', 'sketch', ...env.OPENAI_COMPATIBLE.map(({ name }) => name)])
  const known = new Set(Object.values(catalogue).flatMap((models) => models.map(({ id }) => id)))
  const owners = [...Object.keys(catalogue), ...live]
  const added = new Set(owners.flatMap((provider) => file.added(provider).map(({ id }) => id)))
  const strangers = [...file.ids, ...file.fallbacks].filter(
    (id) => !known.has(id) && !added.has(id) && !live.has(id.split('/')[0] ?? '') && !id.startsWith('sketch-'),
  )
  const said = `speaks of ${file.ids.length} ${file.ids.length === 1 ? 'model' : 'models'}`
  return strangers.length > 0 ? wrong('models file', `${said}; nobody has ${[...new Set(strangers)].join(', ')}`) : on('models file', said)
}

const opensNothing = () => Promise.reject(new Error('the doctor runs no model'))

/** Checks the prices of models connected by a key; those of the operator's own servers are checked with the servers. */
export async function checkPrices(env: Env, modelsFile: ModelsFile): Promise<Finding> {
  const openers = { text: opensNothing, media: opensNothing }
  const providers = openProviders(openConnected({ env, openers, modelsFile, scratchDir: env.DATA_DIR }), { adjust: modelsFile.adjust })
  const models = (await providers.models()).filter(({ retired }) => !retired)
  if (models.length === 0) return off('prices', 'no service is connected by a key')
  const unpriced = models.filter(({ unavailable }) => unavailable !== null).map(({ id }) => id)
  return unpriced.length > 0
    ? wrong('prices', `no price is set for ${unpriced.join(', ')}: they cannot be run`)
    : on('prices', `set for all ${models.length} models; they follow the services’ own as of the release, so look them up`)
}

/** Lists models that their services switch off within the next two months. */
export function checkEndings(env: Env, modelsFile: ModelsFile): Finding[] {
  const lines = endingModels(env, modelsFile)
  return lines.map((line) => on('ending model', line))
}

/** Reports the language models on this machine and whether they can run. */
export async function checkLocalModels(env: Env): Promise<Finding> {
  const dataDir = resolve(env.DATA_DIR)
  const models = await installedModels(dataDir)
  if (models.length === 0) return off('local models', 'npm run models -- list shows those that can be installed')
  if (!(await isRuntimeInstalled(dataDir))) return wrong('local models', 'their runtime is missing: npm run models -- install brings it')
  const tooLarge = models.filter(({ memory }) => memory > memoryLimitOf(env)).map(({ id }) => id)
  if (tooLarge.length > 0) return wrong('local models', `${tooLarge.join(', ')}: more memory than LOCAL_MODELS_MEMORY_MB allows`)
  return on('local models', models.map(({ id }) => id).join(', '))
}
