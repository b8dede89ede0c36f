import * as v from 'valibot'
import { type AccessLinkProblem, accessLinkProblems } from '#app/contract/account/access-link.ts'
import { getSessionCall } from '#app/contract/account/auth.calls.ts'
import { localePath, splitLocalePath } from '#app/contract/base/locale.ts'
import { config } from '#config'
import { clearPrivateCookie, readPrivateCookie, writePrivateCookie } from './cookies.ts'
import { keepPendingAccount } from './pending-account.ts'
import type { AccessTokenQuery } from '#app/contract/account/read-access-token.ts'
import { isFinal, type SessionApi } from './session.ts'

const { notice } = config.auth.accessToken

/**
 * Signs in with the token of a link (`?access_token=`) and redirects to the same page without it. A malformed, used or expired
 * token is ignored, with one notice on the page. A person who is signed in to another account is asked first.
 */
export async function consumeAccessToken(api: SessionApi, query: AccessTokenQuery): Promise<Response> {
  const headers = { location: await wayAfter(api, query), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new Response(null, { status: 303, headers })
}

async function wayAfter(api: SessionApi, { cleanPath, token }: AccessTokenQuery): Promise<string> {
  if (token === null) return complain('refused', cleanPath)
  const handed = await api.takeHandover(token)
  if (!handed.ok) return complain(isFinal(handed.error) ? 'refused' : 'unanswered', cleanPath)
  const { user, ...credentials } = handed.data

  await api.finishSignOut()
  if (!api.hasSession()) {
    api.store(credentials)
    return cleanPath
  }
  const current = await api.call(getSessionCall, undefined)
  if (current.ok && current.data.id === user.id) {
    await api.renew(credentials)
    return cleanPath
  }
  if (current.ok) {
    keepPendingAccount(credentials)
    return switchPath(cleanPath)
  }
  if (api.hasSession()) {
    // The current account is unknown, so the person cannot be asked; the session stays.
    await api.revoke(credentials)
    return complain('unanswered', cleanPath)
  }
  api.store(credentials)
  return cleanPath
}

/** Path of the page that asks, in the language of the URL; it redirects to the requested page. */
function switchPath(cleanPath: string): string {
  const { locale, pathname } = splitLocalePath(cleanPath)
  const path = `${config.auth.pages.switchAccount}?redirect=${encodeURIComponent(pathname)}`
  return locale ? localePath(locale, path) : path
}

function complain(problem: AccessLinkProblem, cleanPath: string): string {
  writePrivateCookie(notice.cookieName, problem, notice.maxAge)
  return cleanPath
}

/** Reads and clears the problem of a link. */
export function takeAccessLinkProblem(): AccessLinkProblem | null {
  const cookie = readPrivateCookie(notice.cookieName)
  if (cookie === undefined) return null
  clearPrivateCookie(notice.cookieName)
  const problem = v.safeParse(v.picklist(accessLinkProblems), cookie)
  return problem.success ? problem.output : null
}
