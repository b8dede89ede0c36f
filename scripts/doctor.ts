// Reports on one screen which parts of this installation are on, off or misconfigured, and why. Changes nothing and prints no secret.
import { whatInEnglish, whyInEnglish } from '#app/server/doctor/english.ts'
import { examine } from '#app/server/doctor/examine.ts'
import type { Finding } from '#app/server/doctor/finding.ts'
import { EnvError, readEnv } from '#app/server/env.ts'
import { openModelsFile } from '#app/server/providers/models-file/open-models-file.ts'

const marks: Record<Finding['state'], string> = { on: 'on   ', off: 'off  ', wrong: 'WRONG' }

function print(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map((finding) => whatInEnglish(finding).length))
  for (const finding of findings) console.log(`${marks[finding.state]}  ${whatInEnglish(finding).padEnd(width)}  ${whyInEnglish(finding)}`)
}

try {
  const env = readEnv(process.env)
  const findings = await examine({ env, variables: process.env, modelsFile: await openModelsFile(env) })
  print(findings)
  if (env.DATABASE_URL === undefined)
    console.log('\nKeys entered in the browser are in the database, which a running server has open: /operator/system checks them.')
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
