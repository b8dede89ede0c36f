/** Checks that the session and its failures are typed end to end. Nothing here runs; `tsc` reads it. */
import { redirect } from '@tanstack/react-router'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { requireUser } from '#app/shell/session/guards.ts'
import { getSession, refreshSession, type Session, signIn } from '#app/shell/data/session.functions.ts'
import { useSession, useSessionStatus, useUser } from '#app/shell/data/session.queries.ts'

export function Status() {
  const status = useSessionStatus()
  const settled = useSession()
  const user = useUser()
  if (status === 'loading') return status
  // @ts-expect-error the second reading never says loading
  if (settled.status === 'loading') return status
  // @ts-expect-error nobody may be signed in
  return user.email
}

export async function functions() {
  const session: Session = await getSession()
  // @ts-expect-error a session does not contain its token
  const { token } = session
  const { expires_at } = await refreshSession()
  // @ts-expect-error when it ends may be unknown
  Date.parse(expires_at)
  const entered = await signIn({ data: { email: 'ann@example.com', password: 'correct horse' } })
  if (!entered.ok) return reasonOf(entered.error)
  // @ts-expect-error the account may have a second step: then nobody is signed in yet
  if (entered.data.user) return token
  return 'challenge' in entered.data ? entered.data.challenge : entered.data.user
}

function reasonOf({ code }: ApiFailure) {
  if (code === 'token_missing' || code === 'session_unreadable' || code === 'offline') return 'ours'
  // @ts-expect-error there is no such code
  return code === 'no_such_code'
}

export function guards(session: Session) {
  const { user } = requireUser({ context: { session }, location: { pathname: '/', searchStr: '' } })
  // @ts-expect-error a session ends for one of two reasons
  redirect({ to: '/signin', search: { ended: 'bored' } })
  return user.email
}
