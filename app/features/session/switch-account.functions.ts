import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import { getSessionCall } from '#app/contract/account/auth.calls.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { clearPendingAccount, readPendingAccount } from '#app/server/api-client/pending-account.ts'
import { isFinal, type SessionApi } from '#app/server/api-client/session.ts'
import { withApi } from '#app/shell/calls/with-api.ts'

const findOwner = (api: SessionApi, accessToken: string) => api.callAs(accessToken, getSessionCall, undefined)

/** Returns the email of the account that a link wants to sign in; null if there is no such link or it has expired. */
export const getPendingAccount = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(async ({ context: { api } }): Promise<ApiResult<{ email: string } | null>> => {
    const pending = readPendingAccount()
    if (!pending) return { ok: true, data: null }
    const owner = await findOwner(api, pending.token)
    if (owner.ok) return { ok: true, data: { email: owner.data.email } }
    if (!isFinal(owner.error)) return owner
    clearPendingAccount()
    return { ok: true, data: null }
  })

/** Switches to the other account, which ends the current session, or stays, which ends the other one. */
export const answerAccountSwitch = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ change: v.boolean() })))
  .handler(async ({ data: { change }, context: { api } }): Promise<ApiResult<{ changed: boolean }>> => {
    const pending = readPendingAccount()
    if (!pending) return { ok: true, data: { changed: false } }
    if (!change) {
      clearPendingAccount()
      await api.revoke(pending)
      return { ok: true, data: { changed: false } }
    }
    const owner = await findOwner(api, pending.token)
    if (!owner.ok && !isFinal(owner.error)) return owner
    clearPendingAccount()
    if (!owner.ok) return { ok: true, data: { changed: false } }
    await api.end()
    api.store(pending)
    return { ok: true, data: { changed: true } }
  })
