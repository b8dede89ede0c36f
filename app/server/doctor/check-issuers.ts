import type { Env, OidcIssuer } from '../env.ts'
import { ServiceError } from '../oauth/ask-service.ts'
import { openOauth } from '../oauth/oauth.ts'
import { type Finding, on, wrong } from './finding.ts'

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
    return wrong(
      what,
      /*i18n*/ {
        id: 'doctor.oidc_wrong',
        message: 'sign-in with it doesn’t work: check {variable} ({reason})',
      },
      { variable, reason: error.reason },
    )
  }
}
