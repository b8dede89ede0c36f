// Reports on one screen which parts of this installation are on, off or misconfigured, and why. Changes nothing and prints no secret.
import { EnvError, misspeltVariables, readEnv } from '#app/server/env.ts'
import { version } from '#app/server/version.ts'
import { openModelsFile } from '#app/server/providers/models-file/open-models-file.ts'
import {
  checkDatabase,
  checkEndings,
  checkLocalModels,
  checkMail,
  checkModelsFile,
  checkModeration,
  checkPrices,
  checkSignIn,
  checkStorage,
} from './doctor/check-installation.ts'
import { checkImageServers, checkOpenrouter, checkServers, checkServices } from './doctor/check-services.ts'
import { checkPayments } from './doctor/check-payments.ts'
import { type Finding, on, wrong } from './doctor/finding.ts'

const marks: Record<Finding['state'], string> = { on: 'on   ', off: 'off  ', wrong: 'WRONG' }

async function examine(): Promise<Finding[]> {
  const env = readEnv(process.env)
  const modelsFile = await openModelsFile(env)
  const installation = await Promise.all([checkDatabase(env), checkStorage(env), checkMail(env), checkModeration(env)])
  const [keyed, own] = await Promise.all([checkServices(env, modelsFile), checkServers(env, modelsFile)])
  return [
    on('version', version),
    ...misspeltVariables(process.env).map(({ found, meant }) => wrong(found, `has no effect; did you mean ${meant}?`)),
    ...installation,
    checkSignIn(env),
    ...(await checkPayments(env)),
    checkModelsFile(env, modelsFile),
    await checkPrices(env, modelsFile),
    ...checkEndings(env, modelsFile),
    ...keyed,
    await checkOpenrouter(env),
    ...own,
    ...(await checkImageServers(env)),
    await checkLocalModels(env),
  ]
}

function print(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ what }) => what.length))
  for (const { state, what, why } of findings) console.log(`${marks[state]}  ${what.padEnd(width)}  ${why}`)
}

try {
  const findings = await examine()
  print(findings)
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
