import { Trans, useLingui } from '@lingui/react/macro'
import type { DeviceSession } from '#app/contract/account/accounts.ts'
import type { ApiKey } from '#app/contract/account/api-keys.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useScopeNames } from '#app/shell/i18n/use-scope-names.ts'

type SessionLineProps = { session: Pick<DeviceSession, 'address' | 'last_seen_at'>; current?: boolean }

/** When a session was last active, and from where. */
export function SessionLine({ session: { address, last_seen_at: seen }, current = false }: SessionLineProps) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <p className="text-sm text-ink-soft">
      {current ? (
        <span className="text-ok">
          <Trans>this device</Trans>
        </span>
      ) : (
        <Trans>
          last active <time dateTime={seen}>{format.relative(seen)}</time>
        </Trans>
      )}
      {address && (
        <>
          {' · '}
          <span className="sr-only">{t`IP address`} </span>
          <span className="tabular wrap-anywhere">{address}</span>
        </>
      )}
    </p>
  )
}

type KeyLinesProps = { apiKey: Pick<ApiKey, 'name' | 'client' | 'hint' | 'scopes' | 'last_used_at' | 'expires_at' | 'expired'> }

/** The name of an API key or a connected app, its permissions, and how long it is valid. */
export function KeyLines({ apiKey: { name, client, hint, scopes, last_used_at: used, expires_at: end, expired } }: KeyLinesProps) {
  const format = useFormat()
  const names = useScopeNames()
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium wrap-anywhere">{name}</span>
        {client ? <AppHost client={client} /> : <code className="text-sm text-ink-soft">qk_…{hint}</code>}
      </p>
      <p className="text-sm text-ink-soft">{scopes.map((scope) => names[scope].short).join(' · ')}</p>
      <p className="text-sm text-ink-soft">
        {used ? (
          <Trans>
            last used <time dateTime={used}>{format.relative(used)}</time>
          </Trans>
        ) : (
          <Trans>never used</Trans>
        )}
        {', '}
        {expired ? (
          <span className="text-danger">
            <Trans>expired</Trans>
          </span>
        ) : end ? (
          <Trans>
            valid until <time dateTime={end}>{format.date(end)}</time>
          </Trans>
        ) : (
          <Trans>doesn’t expire</Trans>
        )}
      </p>
    </>
  )
}

/** Whose an app is: proven, only where it leads, or nothing at all. */
function AppHost({ client: { host, is_verified: isVerified } }: { client: NonNullable<ApiKey['client']> }) {
  return (
    <span className="text-sm wrap-anywhere text-ink-soft">
      {host === null ? <Trans>on a device</Trans> : isVerified ? host : <Trans>{host}, not verified</Trans>}
    </span>
  )
}
