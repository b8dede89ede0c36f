import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { userSchema } from '#app/contract/accounts.ts'
import type { ApiResult } from '#app/contract/api-result.ts'
import { acceptExactly } from '#app/server/api-client/accept.ts'
import { clearPendingAccount, readPendingAccount } from '#app/server/api-client/pending-account.ts'
import { isRefusal, type SessionApi } from '#app/server/api-client/session.ts'
import { withApi } from '#app/shell/with-api.ts'

const whoIs = (api: SessionApi, token: string) => api.callAs(token, { method: 'GET', path: '/v1/auth/session', response: userSchema })

/** The e-mail of the account that a link wants to sign in instead of the present one; null when no link does, or not any more. */
export const getPendingAccount = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(async ({ context: { api } }): Promise<ApiResult<{ email: string } | null>> => {
    const pending = readPendingAccount()
    if (!pending) return { ok: true, data: null }
    const owner = await whoIs(api, pending.token)
    if (owner.ok) return { ok: true, data: { email: owner.data.email } }
    if (!isRefusal(owner.error)) return owner
    clearPendingAccount()
    return { ok: true, data: null }
  })

/** Goes on as the other account, which ends the present session, or stays, which ends the other one. */
export const answerAccountSwitch = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(acceptExactly(v.object({ change: v.boolean() })))
  .handler(async ({ data: { change }, context: { api } }): Promise<ApiResult<{ changed: boolean }>> => {
    const pending = readPendingAccount()
    if (!pending) return { ok: true, data: { changed: false } }
    if (!change) {
      clearPendingAccount()
      await api.revoke(pending)
      return { ok: true, data: { changed: false } }
    }
    const owner = await whoIs(api, pending.token)
    if (!owner.ok && !isRefusal(owner.error)) return owner
    clearPendingAccount()
    if (!owner.ok) return { ok: true, data: { changed: false } }
    await api.end()
    api.store(pending)
    return { ok: true, data: { changed: true } }
  })
