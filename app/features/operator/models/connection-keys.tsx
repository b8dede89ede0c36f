import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import { type ConnectionTest, environmentKey, type OperatorConnection, type OperatorKey } from '#app/contract/operator/connections.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { changeKey, removeKey, testKey } from './connections.functions.ts'
import { KeyDialog } from './key-dialog.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { useVerdicts } from '../safety/use-verdicts.ts'

/** The keys of a service or server: which is used first, and whether it works. */
export function ConnectionKeys({ connection }: { connection: OperatorConnection }) {
  const { t } = useLingui()
  const [edited, setEdited] = useState<OperatorKey | 'new' | null>(null)
  const { id, keys } = connection
  const service = connection.name
  return (
    <div className="grid gap-2 sm:col-span-2">
      <ul aria-label={t`Keys for ${service}`} className="grid gap-2 empty:hidden">
        {keys.map((key) => (
          <Key key={key.id} connection={connection} own={key} isOnly={keys.length === 1} onEdit={() => setEdited(key)} />
        ))}
      </ul>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        aria-label={keys.length > 0 ? t`Add another key: ${service}` : t`Add a key: ${service}`}
        onClick={() => setEdited('new')}
      >
        {keys.length > 0 ? <Trans>Add another key</Trans> : <Trans>Add a key</Trans>}
      </Button>
      {edited && <KeyDialog service={{ id, name: service }} edited={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

type KeyProps = { connection: OperatorConnection; own: OperatorKey; isOnly: boolean; onEdit: () => void }

function Key({ connection, own, isOnly, onEdit }: KeyProps) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const verdicts = useVerdicts()
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState(false)
  const [verdict, setVerdict] = useState<ConnectionTest['verdict'] | null>(null)
  const { id, label, tail, enabled, unreadable, priority, weight } = own
  // A server has a key that was saved with its address, and is changed with it.
  const isOfEnvironment = id === environmentKey && tail === null
  const usual = isOfEnvironment ? connection.variable : t`Key ending in ${tail}`
  const name = label || usual
  const place = { id: connection.id, key: id }

  async function act<T>(call: Promise<ApiResult<T>>): Promise<T | undefined> {
    setBusy(true)
    setVerdict(null)
    const result = await settle(call)
    if (result.ok) await queryClient.invalidateQueries({ queryKey: operatorKey })
    else toast({ title: failureMessage(result.error), tone: 'danger' })
    setBusy(false)
    return result.ok ? result.data : undefined
  }

  return (
    <li className="grid gap-x-6 gap-y-2 rounded-control border border-line px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        {isOnly ? (
          <p className="font-medium wrap-anywhere">{name}</p>
        ) : (
          <Switch
            label={<span className="font-medium wrap-anywhere">{name}</span>}
            checked={enabled}
            className="sm:justify-start"
            onCheckedChange={(next) => void act(changeKey({ data: { ...place, enabled: next } }))}
          />
        )}
        <p className="text-sm wrap-anywhere text-ink-soft">
          {label && <>{usual} · </>}
          {isOfEnvironment && (
            <>
              <Trans>From the server’s environment</Trans>
              {' · '}
            </>
          )}
          <Trans>
            Priority {priority} · Weight {weight}
          </Trans>
        </p>
        {enabled && <Health own={own} />}
        {unreadable && (
          <p className="text-sm text-danger">
            {connection.kind === 'service' ? (
              <Trans>The server’s secret has changed, so this key can’t be read. Remove it and add it again.</Trans>
            ) : (
              <Trans>This server’s secret or the address has changed, so this key can’t be read. Enter it again.</Trans>
            )}
          </p>
        )}
        <p role="status" className={`text-sm empty:hidden ${verdict === 'works' || verdict === 'untested' ? 'text-ok' : 'text-danger'}`}>
          {verdict && verdicts[verdict]}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          aria-label={t`Test ${name}`}
          onClick={() => void act(testKey({ data: place })).then((result) => result && setVerdict(result.verdict))}
        >
          <Trans context="a connection">Test</Trans>
        </Button>
        <Button variant="secondary" size="sm" aria-label={t`Change ${name}`} onClick={onEdit}>
          <Trans>Change</Trans>
        </Button>
        {id !== environmentKey && (
          <Button variant="secondary" size="sm" aria-label={t`Remove ${name}`} onClick={() => setRemoving(true)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={<Trans>Remove this key?</Trans>}
        description={<Trans>Videos still in progress with this key would be lost. Turn the key off first if some are still running.</Trans>}
        confirmLabel={<Trans>Remove</Trans>}
        destructive
        onConfirm={() => act(removeKey({ data: place }))}
      />
    </li>
  )
}

/** The latest outcomes of a key. */
function Health({ own }: { own: OperatorKey }) {
  const { t } = useLingui()
  const format = useFormat()
  const { last_success_at: success, last_failure_at: failure, last_failure: fault, cooling_until: until } = own
  const faults = { refused: t`the service refused the key`, no_money: t`the account is out of money`, busy: t`too many requests` }
  const reason = fault && faults[fault]
  const worked = success && format.dateTime(success)
  const failed = failure && format.dateTime(failure)
  const end = until && format.dateTime(until)
  return (
    <p className={`text-sm ${until ? 'text-danger' : 'text-ink-soft'}`}>
      {until ? (
        <Trans>
          Paused until {end}: {reason}
        </Trans>
      ) : success ? (
        <Trans>Working. Last used {worked}</Trans>
      ) : (
        !failure && <Trans>Not used yet</Trans>
      )}
      {failure && !until && (
        <>
          {success && ' · '}
          <Trans>
            Last failure {failed}: {reason}
          </Trans>
        </>
      )}
    </p>
  )
}
