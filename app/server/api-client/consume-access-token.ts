import * as v from 'valibot'
import { userSchema } from '#app/contract/accounts.ts'
import { type AccessLinkProblem, accessLinkProblems } from '#app/contract/access-link.ts'
import { localePath, splitLocalePath } from '#app/contract/locale.ts'
import { config } from '#config'
import { clearPrivateCookie, readPrivateCookie, writePrivateCookie } from './cookies.ts'
import { keepPendingAccount } from './pending-account.ts'
import type { AccessTokenQuery } from '#app/contract/read-access-token.ts'
import { isRefusal, type SessionApi } from './session.ts'

const { notice } = config.auth.accessToken

/**
 * Signs in whoever a link with `?access_token=` is for, and answers with the way to the same page without it. What is no token, has
 * been used or is too old is ignored, and that is said once on the page; a person who is signed in as somebody else is asked first.
 */
export async function consumeAccessToken(api: SessionApi, query: AccessTokenQuery): Promise<Response> {
  const headers = { location: await wayAfter(api, query), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new Response(null, { status: 303, headers })
}

async function wayAfter(api: SessionApi, { cleanPath, token }: AccessTokenQuery): Promise<string> {
  if (token === null) return complain('refused', cleanPath)
  const handed = await api.handOver(token)
  if (!handed.ok) return complain(isRefusal(handed.error) ? 'refused' : 'unanswered', cleanPath)
  const { user, ...tokens } = handed.data

  await api.finishSignOut()
  if (!api.hasSession()) {
    api.store(tokens)
    return cleanPath
  }
  const current = await api.call({ method: 'GET', path: '/v1/auth/session', response: userSchema })
  if (current.ok && current.data.id === user.id) {
    await api.renew(tokens)
    return cleanPath
  }
  if (current.ok) {
    keepPendingAccount(tokens)
    return switchPath(cleanPath)
  }
  if (api.hasSession()) {
    // Who is signed in could not be told, so nobody can be asked: what there is stays.
    await api.revoke(tokens)
    return complain('unanswered', cleanPath)
  }
  api.store(tokens)
  return cleanPath
}

/** The page that asks, in the language the address was pinned to; it leads on to the page that was wanted. */
function switchPath(cleanPath: string): string {
  const { locale, pathname } = splitLocalePath(cleanPath)
  const path = `${config.auth.pages.switchAccount}?redirect=${encodeURIComponent(pathname)}`
  return locale ? localePath(locale, path) : path
}

function complain(problem: AccessLinkProblem, cleanPath: string): string {
  writePrivateCookie(notice.cookieName, problem, notice.maxAge)
  return cleanPath
}

/** What went wrong with a link, told once. */
export function takeAccessLinkProblem(): AccessLinkProblem | null {
  const cookie = readPrivateCookie(notice.cookieName)
  if (cookie === undefined) return null
  clearPrivateCookie(notice.cookieName)
  const problem = v.safeParse(v.picklist(accessLinkProblems), cookie)
  return problem.success ? problem.output : null
}
