import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OperatorPersonDetails } from '#app/contract/operator/operator.ts'
import type { PersonCredentials as Credentials } from '#app/contract/operator/person-credentials.ts'
import { KeyLines, SessionLine } from '#app/shell/account/credential-lines.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { personCredentialsQuery } from '../base/operator.queries.ts'
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

function SessionRow({ session, onEnd }: { session: Session; onEnd: (() => void) | undefined }) {
  const { t } = useLingui()
  const name = session.device ?? t`Unknown device`
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
      <SessionLine session={session} />
    </Row>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: Key; onRevoke: (() => void) | undefined }) {
  const { t } = useLingui()
  const { name } = apiKey
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
      <KeyLines apiKey={apiKey} />
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
