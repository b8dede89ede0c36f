import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { listDeviceSessions } from '#app/shell/data/session.functions.ts'
import { listApiKeys } from './api-keys.functions.ts'
import { getConsent } from './consent.functions.ts'
import { getEmailChange } from './email-change.functions.ts'
import { listIdentities } from './identities.functions.ts'
import { listPasskeys } from './passkeys.functions.ts'
import { getStorageUse } from './storage-use.functions.ts'
import { getTwoFactor } from './two-factor.functions.ts'

export const deviceSessionsQuery = queryOptions({ queryKey: ['device-sessions'], queryFn: async () => unwrap(await listDeviceSessions()) })

export const apiKeysQuery = queryOptions({ queryKey: ['api-keys'], queryFn: async () => unwrap(await listApiKeys()) })

export const consentQuery = queryOptions({ queryKey: ['consent'], queryFn: async () => unwrap(await getConsent()) })

export const emailChangeQuery = queryOptions({ queryKey: ['email-change'], queryFn: async () => unwrap(await getEmailChange()) })

export const twoFactorQuery = queryOptions({ queryKey: ['two-factor'], queryFn: async () => unwrap(await getTwoFactor()) })

export const passkeysQuery = queryOptions({ queryKey: ['passkeys'], queryFn: async () => unwrap(await listPasskeys()) })

export const identitiesQuery = queryOptions({ queryKey: ['identities'], queryFn: async () => unwrap(await listIdentities()) })

/** Every visit reads it again, because runs and deletions elsewhere change it. */
export const storageUseQuery = queryOptions({
  queryKey: ['storage-use'],
  queryFn: async () => unwrap(await getStorageUse()),
  refetchOnMount: 'always',
})
