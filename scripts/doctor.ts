// Reports on one screen which parts of this installation are on, off or misconfigured, and why. Changes nothing and prints no secret.
import { writeScreen } from '#app/server/doctor/english.ts'
import { examine } from '#app/server/doctor/examine.ts'
import { variableNames } from '#app/server/env.ts'
import { EnvError } from '#app/server/variables/env-error.ts'
import { readInstallation, type Installation } from '#app/server/installation.ts'
import { openModelsFile } from '#app/server/providers/models-file/open-models-file.ts'

/** Lists the set variables by where each comes from. Values stay secret. */
function printSources({ file, fromFile, overridden }: Installation['sources']): void {
  const set = variableNames.filter((name) => process.env[name] && !fromFile.includes(name))
  const known = fromFile.filter((name) => variableNames.includes(name) || name.startsWith('OIDC_'))
  console.log(`\nFrom the environment: ${set.join(', ') || 'nothing'}`)
  if (file === undefined) return
  console.log(`From ${file}: ${known.join(', ') || 'nothing'}`)
  if (overridden.length > 0) console.log(`In the file, but replaced by the environment: ${overridden.join(', ')}`)
}

try {
  const { env, sources } = readInstallation()
  const findings = await examine({ env, variables: process.env, modelsFile: await openModelsFile(env) })
  console.log(writeScreen(findings))
  printSources(sources)
  if (env.DATABASE_URL === undefined)
    console.log('\nKeys entered in the browser are in the database, which a running server has open: /operator/system checks them.')
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
