import type { Env } from '../env.ts'
import type { OidcIssuer } from '../variables/oidc-issuers.ts'
import { ServiceError } from '../oauth/ask-service.ts'
import { openOauth } from '../oauth/oauth.ts'
import { type Finding, on, type Phrase, phrase, wrong } from './finding.ts'

const patienceMs = 5_000

/** Reads the description of each issuer of OpenID Connect. */
export async function checkIssuers(env: Env): Promise<Finding[]> {
  const clients = Object.values(openOauth({ env, timeout: patienceMs }))
  return Promise.all(clients.flatMap((client) => (client?.oidc && client.check ? [checkIssuer(client.oidc, () => client.check?.())] : [])))
}

async function checkIssuer({ label, name }: OidcIssuer, check: () => Promise<void> | undefined): Promise<Finding> {
  const what = `OpenID Connect: ${label}`
  const variable = `OIDC_${name.toUpperCase().replaceAll('-', '_')}_ISSUER`
  try {
    await check()
    return on(what, /*i18n*/ { id: 'doctor.oidc_on', message: 'the issuer of {variable} describes itself' }, { variable })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return wrong(what, [
      phrase(/*i18n*/ { id: 'doctor.oidc_wrong', message: 'sign-in with it doesn’t work: check {variable}' }, { variable }),
      reasonOf(error),
    ])
  }
}

const reasons = new Map([
  ['timeout', /*i18n*/ { id: 'doctor.oidc_late', message: 'it didn’t answer in time' }],
  ['unreachable', /*i18n*/ { id: 'doctor.unreachable', message: 'it can’t be reached' }],
  ['description of another issuer', /*i18n*/ { id: 'doctor.oidc_other', message: 'it describes another issuer' }],
  ['endpoint without https', /*i18n*/ { id: 'doctor.oidc_plain', message: 'it names an address without https' }],
])

function reasonOf({ reason }: ServiceError): Phrase {
  const known = reasons.get(reason)
  if (known) return phrase(known)
  const [, status] = /^status (\d+)$/.exec(reason) ?? []
  return status === undefined
    ? phrase(/*i18n*/ { id: 'doctor.oidc_unreadable', message: 'its answer is no description of an issuer' })
    : phrase(/*i18n*/ { id: 'doctor.status', message: 'it answered with status {status}' }, { status })
}
