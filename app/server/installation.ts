import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { useProxies, wrongProxy } from './egress/proxies.ts'
import { type Env, readEnv } from './env.ts'
import { EnvError } from './variables/env-error.ts'
import { messages } from './preflight/messages.mjs'
import { newDataBytes, ownerProblem, spaceProblem } from './preflight/preflight.mjs'
import { readVariables } from './preflight/variables.mjs'

export type Installation = {
  env: Env
  /** Where the variables come from, for the doctor. */
  sources: { file: string | undefined; fromFile: readonly string[]; overridden: readonly string[] }
}

/**
 * Reads the variables of this process and of `./.env`, and looks at the data folder, before anything is opened. The variables of the file
 * become those of the process, because libraries read some of them. Throws EnvError with one line for each thing that is wrong.
 */
export function readInstallation(): Installation {
  const { variables, problem, ...sources } = readVariables(process.env, process.cwd())
  if (problem !== undefined) throw new EnvError(problem)
  for (const name of sources.fromFile) process.env[name] = variables[name]
  const env = readEnv(variables)
  const wrong = wrongProxy(variables)
  if (wrong !== undefined) throw new EnvError(messages.proxy(wrong))
  useProxies(variables)
  const dataDir = resolve(env.DATA_DIR)
  const found = ownerProblem(dataDir) ?? (needsSpace(env, dataDir) ? spaceProblem(dataDir, newDataBytes) : undefined)
  if (found !== undefined) throw new EnvError(found)
  return { env, sources }
}

/** Whether the embedded database is yet to be created. */
function needsSpace(env: Env, dataDir: string): boolean {
  return env.DATABASE_URL === undefined && env.ROLES.includes('api') && !existsSync(resolve(dataDir, 'db'))
}
