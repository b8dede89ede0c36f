import * as v from 'valibot'

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number'),
)
const flag = v.pipe(
  v.picklist(['0', '1', 'true', 'false'], 'must be true or false'),
  v.transform((value) => value === '1' || value === 'true'),
)
const url = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
  )

export const roles = ['web', 'api', 'worker'] as const

const envSchema = v.object({
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must be a folder')), 'data'),
  DATABASE_URL: v.optional(url('postgres:', 'postgresql:')),
  API_BASE_URL: v.optional(url('http:', 'https:')),
  /** Where people reach the app; links in mails begin with it. */
  PUBLIC_URL: v.optional(url('http:', 'https:')),
  ROLES: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((role) => role.trim())),
      v.array(v.picklist(roles, `must list some of: ${roles.join(', ')}`)),
    ),
    roles.join(','),
  ),
  SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  /** Whether `X-Forwarded-For` comes from a proxy of the operator's. */
  TRUST_PROXY: v.optional(flag, 'false'),
  LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'), 'info'),
  WORKER_CONCURRENCY: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d?$/, 'must be a number from 1 to 99'), v.transform(Number)), '2'),
})
export type Env = v.InferOutput<typeof envSchema>

/** Wrong configuration: each line names a key and what it must be. */
export class EnvError extends Error {}

/** Reads the environment once, at the start. An empty variable counts as unset. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = v.safeParse(envSchema, set)
  if (!result.success)
    throw new EnvError(result.issues.map((issue) => `${v.getDotPath(issue)?.split('.')[0]} ${issue.message}.`).join('\n'))
  const env = result.output
  if (env.DATABASE_URL && !env.SECRET && env.ROLES.includes('api'))
    throw new EnvError('SECRET must be set together with DATABASE_URL: every process signs with it.')
  if (!env.ROLES.includes('api') && env.ROLES.includes('web') && !env.API_BASE_URL)
    throw new EnvError('API_BASE_URL must be set when ROLES has "web" without "api".')
  if (!env.DATABASE_URL && env.ROLES.includes('worker') !== env.ROLES.includes('api'))
    throw new EnvError('ROLES can separate "api" and "worker" only with DATABASE_URL.')
  return env
}
