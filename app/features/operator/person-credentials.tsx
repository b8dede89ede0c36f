import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OperatorPersonDetails } from '#app/contract/operator.ts'
import type { PersonCredentials as Credentials } from '#app/contract/person-credentials.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useScopeNames } from '#app/shell/i18n/use-scope-names.ts'
import { Button } from '#app/ui/button.tsx'
import { ActDialog } from './act-dialog.tsx'
import { personCredentialsQuery } from './operator.queries.ts'
import { endPersonSession, revokePersonKey } from './person-credentials.functions.ts'
import { Part } from './person-part.tsx'

type Session = Credentials['sessions'][number]
type Key = Credentials['api_keys'][number]
type Ending = { kind: 'session'; session: Session } | { kind: 'key'; key: Key }

/** The live sessions and API keys of a person, each of which the caller may end if their role reaches the person. */
export function PersonCredentials({ person: { id, rights } }: { person: OperatorPersonDetails }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(personCredentialsQuery(id))
  const [ending, setEnding] = useState<Ending | null>(null)
  const close = () => setEnding(null)
  return (
    <>
      <Part id="person-sessions" title={<Trans>Sessions</Trans>}>
        {data.sessions.length === 0 ? (
          <p className="text-ink-soft">
            <Trans>Not signed in anywhere.</Trans>
          </p>
        ) : (
          <ul className="-mt-2">
            {data.sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={rights.includes('end_sessions') ? () => setEnding({ kind: 'session', session }) : undefined}
              />
            ))}
          </ul>
        )}
      </Part>
      <Part id="person-keys" title={<Trans>API keys</Trans>}>
        {data.api_keys.length === 0 ? (
          <p className="text-ink-soft">
            <Trans>No API keys.</Trans>
          </p>
        ) : (
          <ul className="-mt-2">
            {data.api_keys.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                onRevoke={rights.includes('manage_accounts') ? () => setEnding({ kind: 'key', key }) : undefined}
              />
            ))}
          </ul>
        )}
      </Part>
      {ending?.kind === 'session' && (
        <ActDialog
          title={<Trans>End this session?</Trans>}
          description={<Trans>The device is signed out at once. The person can sign in again.</Trans>}
          action={<Trans>End session</Trans>}
          done={t`Session ended`}
          destructive
          onClose={close}
          onAct={(reason) => endPersonSession({ data: { id, session: ending.session.id, reason } })}
        />
      )}
      {ending?.kind === 'key' && (
        <ActDialog
          title={<Trans>Revoke “{ending.key.name}”?</Trans>}
          description={<Trans>Apps that use this key will stop working right away. You can’t undo this. Running jobs continue.</Trans>}
          action={<Trans>Revoke key</Trans>}
          done={t`API key revoked`}
          destructive
          onClose={close}
          onAct={(reason) => revokePersonKey({ data: { id, key: ending.key.id, reason } })}
        />
      )}
    </>
  )
}

function SessionRow({ session: { device, address, last_seen_at }, onEnd }: { session: Session; onEnd: (() => void) | undefined }) {
  const { t } = useLingui()
  const format = useFormat()
  const name = device ?? t`Unknown device`
  return (
    <Row
      act={
        onEnd && (
          <Button variant="secondary" size="sm" aria-label={t`End session: ${name}`} onClick={onEnd}>
            <Trans>End</Trans>
          </Button>
        )
      }
    >
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-sm text-ink-soft">
        <Trans>
          last active <time dateTime={last_seen_at}>{format.relative(last_seen_at)}</time>
        </Trans>
        {address && (
          <>
            {' · '}
            <span className="sr-only">{t`IP address`} </span>
            <span className="tabular wrap-anywhere">{address}</span>
          </>
        )}
      </p>
    </Row>
  )
}

function KeyRow({
  apiKey: { name, hint, scopes, last_used_at, expires_at, expired },
  onRevoke,
}: {
  apiKey: Key
  onRevoke: (() => void) | undefined
}) {
  const { t } = useLingui()
  const format = useFormat()
  const names = useScopeNames()
  return (
    <Row
      act={
        onRevoke && (
          <Button variant="secondary" size="sm" aria-label={t`Revoke API key: ${name}`} onClick={onRevoke}>
            <Trans>Revoke</Trans>
          </Button>
        )
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium wrap-anywhere">{name}</span>
        <code className="text-sm text-ink-soft">qk_…{hint}</code>
      </p>
      <p className="text-sm text-ink-soft">{scopes.map((scope) => names[scope].short).join(' · ')}</p>
      <p className="text-sm text-ink-soft">
        {last_used_at ? (
          <Trans>
            last used <time dateTime={last_used_at}>{format.relative(last_used_at)}</time>
          </Trans>
        ) : (
          <Trans>never used</Trans>
        )}
        {', '}
        {expired ? (
          <span className="text-danger">
            <Trans>expired</Trans>
          </span>
        ) : expires_at ? (
          <Trans>
            valid until <time dateTime={expires_at}>{format.date(expires_at)}</time>
          </Trans>
        ) : (
          <Trans>doesn’t expire</Trans>
        )}
      </p>
    </Row>
  )
}

function Row({ act, children }: { act: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4 border-b border-line/60 py-3 last:border-0">
      <div className="min-w-0 flex-1">{children}</div>
      {act}
    </li>
  )
}
