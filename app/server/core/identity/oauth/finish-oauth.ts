import { and, eq } from 'drizzle-orm'
import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import { config, type Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { identities } from '#app/server/db/schema/credentials.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { ServiceError } from '#app/server/oauth/ask-service.ts'
import type { Oauth } from '#app/server/oauth/oauth.ts'
import type { OauthClient, OauthProfile } from '#app/server/oauth/service.ts'
import type { DisposableDomains } from '../../rules/safety/disposable-domains.ts'
import { hasTwoFactor } from '../two-factor/get-two-factor.ts'
import { makeChallenge } from '../two-factor/make-challenge.ts'
import { lockUser } from '../../lock-user.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { applyMapping } from './apply-mapping.ts'
import { sealTicket } from './connect-tickets.ts'
import { signInWithIdentity } from './sign-in-with-identity.ts'
import { makeHandover } from '../sessions/make-handover.ts'
import { isSameState, type OauthFlow, openFlow } from './oauth-flow.ts'
import { oauthRedirectUri } from './oauth-redirect-uri.ts'
import { OauthProblem } from './oauth-problem.ts'

/** The page where services are connected and disconnected. */
export const settingsPath = '/profile/settings'

export type FinishOauthOptions = {
  provider: SignInService
  /** The sealed flow from the browser's cookie, and the callback's parameters. */
  sealed: string | undefined
  query: {
    state?: string | undefined
    code?: string | undefined
    error?: string | undefined
    device_id?: string | undefined
    iss?: string | undefined
  }
  signUpOpen: boolean
  /** The language of a new account. */
  locale: Locale
  address: string
  /** Accounts that the address may create in a day. */
  perAddress: number
  siteUrl: string
  now?: Date
}

export type FinishOauthParts = {
  db: Database
  mailer: Mailer
  oauth: Oauth
  keys: Keys
  attempts: Attempts
  disposable: DisposableDomains
}

/**
 * Finishes the OAuth callback: signs in, creating an account if needed. Returns a handover that the page trades for a session; or a
 * challenge when the account has two-factor; or, when connecting a service, a ticket to redeem with the session. Throws `OauthProblem`.
 * `delivery` are the emails to send.
 */
export async function finishOauth(
  { db, mailer, oauth, keys, attempts, disposable }: FinishOauthParts,
  { provider, sealed, query, signUpOpen, locale, address, perAddress, siteUrl, now = new Date() }: FinishOauthOptions,
): Promise<{ enter: { handover: string } | { challenge: string } | { connect: string }; redirect: string; delivery: Promise<void> }> {
  const flow = sealed === undefined ? null : await openFlow(keys, sealed, now)
  const refuse = (problem: OauthProblem['problem'], reason: string, cause?: unknown) =>
    new OauthProblem(problem, reason, { redirect: flow?.redirect ?? null, connecting: Boolean(flow?.connectTo), cause })
  const client = oauth[provider]
  if (!client) throw refuse('oauth_failed', 'not enabled')
  if (!(await attempts.oauthByAddress.allows(addressKey(address)))) throw refuse('oauth_failed', 'too many attempts')
  if (!flow) throw refuse('oauth_failed', 'unknown or expired flow')
  if (flow.provider !== provider) throw refuse('oauth_failed', 'flow of another service')
  if (!isSameState(flow.state, query.state ?? '')) throw refuse('oauth_failed', 'wrong state')
  if (!(await attempts.oauthReturn.allows(flow.state))) throw refuse('oauth_failed', 'state used before')
  if (query.error !== undefined)
    throw query.error === 'access_denied' ? refuse('oauth_denied', 'denied') : refuse('oauth_failed', 'error of the service')
  if (!query.code) throw refuse('oauth_failed', 'no code')

  const profile = await fetchProfile(client, flow, { code: query.code, deviceId: query.device_id, issuer: query.iss, siteUrl }).catch(
    (cause: unknown) => {
      throw cause instanceof ServiceError ? refuse('oauth_failed', cause.reason, cause) : cause
    },
  )
  if (flow.connectTo !== null) {
    // Nothing is connected here, because only the session proves whose browser this is.
    const { subject, email } = profile
    const connect = await sealTicket(keys, 'finish', { userId: flow.connectTo, provider, subject, email }, now)
    return { enter: { connect }, redirect: settingsPath, delivery: Promise.resolve() }
  }
  const entered = await signInWithIdentity(db, mailer, attempts, {
    provider,
    label: client.oidc?.label ?? null,
    profile,
    signUpOpen,
    locale,
    referralCode: flow.referralCode ?? undefined,
    disposable,
    address,
    perAddress,
    siteUrl,
    now,
  })
  if ('problem' in entered) throw refuse(entered.problem, entered.problem)
  const { userId, delivery } = entered
  const enter = await db.transaction(async (tx) => {
    if (client.oidc) await applyMapping(tx, { oidc: client.oidc, provider, profile, userId, address })
    // The first proof of the address may have removed the identity since.
    await lockUser(tx, userId)
    const linked = and(eq(identities.provider, provider), eq(identities.subject, profile.subject), eq(identities.userId, userId))
    if ((await tx.$count(identities, linked)) === 0) throw refuse('oauth_failed', 'identity removed')
    if (!(await hasTwoFactor(tx, { userId }))) return { handover: await makeHandover(tx, { userId, now }) }
    const [user] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
    const { challenge } = await makeChallenge(tx, { userId, passwordHash: user?.passwordHash ?? null, now })
    return { challenge }
  })
  return { enter, redirect: flow.redirect ?? config.auth.pages.afterSignIn, delivery }
}

type Returned = { code: string; deviceId: string | undefined; issuer: string | undefined; siteUrl: string }

function fetchProfile(client: OauthClient, flow: OauthFlow, { code, deviceId, issuer, siteUrl }: Returned): Promise<OauthProfile> {
  const redirectUri = oauthRedirectUri(siteUrl, flow.provider)
  return client.fetchProfile({ code, deviceId, issuer, redirectUri, state: flow.state, codeVerifier: flow.codeVerifier, nonce: flow.nonce })
}
