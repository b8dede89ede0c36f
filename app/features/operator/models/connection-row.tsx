import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import type { ConnectionTest, OperatorConnection } from '#app/contract/operator/connections.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { ConnectionKeys } from './connection-keys.tsx'
import { removeConnection, switchConnection, testConnection } from './connections.functions.ts'
import { operatorKey } from '../base/operator.queries.ts'
import { VoiceCounts } from '../people/voice-counts.tsx'
import { useVerdicts } from '../safety/use-verdicts.ts'

/** One connection in use: where its key comes from, and what can be done with it. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function ConnectionRow({
  connection,
  onEdit,
  onTestRun,
}: {
  connection: OperatorConnection
  onEdit: () => void
  /** Absent if it offers no model that can be run. */
  onTestRun: (() => void) | undefined
}) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const verdicts = useVerdicts()
  const [busy, setBusy] = useState<'test' | 'change' | null>(null)
  const [removing, setRemoving] = useState(false)
  const [verdict, setVerdict] = useState<ConnectionTest['verdict'] | null>(null)
  const { id, name, kind, source, enabled, models, unreadable } = connection

  async function act<T>(what: 'test' | 'change', call: Promise<ApiResult<T>>): Promise<T | undefined> {
    setBusy(what)
    setVerdict(null)
    const result = await settle(call)
    if (result.ok) await queryClient.invalidateQueries({ queryKey: operatorKey })
    else toast({ title: failureMessage(result.error), tone: 'danger' })
    setBusy(null)
    return result.ok ? result.data : undefined
  }

  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line/60 py-3 last:border-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <Switch
          label={<span className="font-medium wrap-anywhere">{name}</span>}
          checked={enabled}
          className="sm:justify-start"
          onCheckedChange={(next) => void act('change', switchConnection({ data: { id, enabled: next } }))}
        />
        <p className="text-sm wrap-anywhere text-ink-soft">
          <Origin connection={connection} />
          {enabled && !unreadable && (
            <>
              {(kind !== 'service' || source === 'environment') && ' · '}
              <Plural value={models} one="# model" other="# models" />
            </>
          )}
        </p>
        <Offer offer={connection.offer} />
        <VoiceCounts service={id} />
        <p role="status" className={`text-sm empty:hidden ${verdict === 'works' || verdict === 'untested' ? 'text-ok' : 'text-danger'}`}>
          {verdict && verdicts[verdict]}
        </p>
        {unreadable && kind !== 'service' && (
          <p className="text-sm text-danger">
            <Trans>The server’s secret has changed, so this key can’t be read. Enter it again.</Trans>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {enabled && kind !== 'service' && (
          <Button
            variant="secondary"
            size="sm"
            busy={busy === 'test'}
            aria-label={t`Test ${name}`}
            onClick={() => void act('test', testConnection({ data: { id } })).then((result) => result && setVerdict(result.verdict))}
          >
            <Trans context="a connection">Test</Trans>
          </Button>
        )}
        {enabled && onTestRun && (
          <Button variant="secondary" size="sm" aria-label={t`Test run with ${name}`} onClick={onTestRun}>
            <Trans>Test run</Trans>
          </Button>
        )}
        {kind !== 'service' && (
          <Button variant="secondary" size="sm" onClick={onEdit} aria-label={t`Change ${name}`}>
            <Trans>Change</Trans>
          </Button>
        )}
        {source === 'browser' && kind !== 'service' && (
          <Button variant="secondary" size="sm" busy={busy === 'change'} aria-label={t`Remove ${name}`} onClick={() => setRemoving(true)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      {(kind === 'service' || kind === 'server') && <ConnectionKeys connection={connection} />}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={<Trans>Remove {name}?</Trans>}
        description={
          connection.has_default ? (
            <Trans>The address and the keys entered here are deleted. The connection of the server’s environment applies again.</Trans>
          ) : (
            <Trans>The address and the keys entered here are deleted. Its models accept no new runs; results keep their names.</Trans>
          )
        }
        confirmLabel={<Trans>Remove</Trans>}
        destructive
        onConfirm={() => act('change', removeConnection({ data: { id } }))}
      />
    </li>
  )
}

/** The price of a server, if it was chosen. */
function Offer({ offer }: Pick<OperatorConnection, 'offer'>) {
  if (!offer) return null
  const tokens = offer.audience === 'everyone' ? offer.tokens_per_run : null
  return (
    <p className="text-sm text-ink-soft">
      {tokens === null ? (
        <Trans>For people with a role, and groups that list its models</Trans>
      ) : tokens === 0 ? (
        <Trans>Free for everyone</Trans>
      ) : (
        <Plural value={tokens} one="# token per result" other="# tokens per result" />
      )}
    </p>
  )
}

function Origin({ connection }: { connection: OperatorConnection }) {
  const { kind, source, variable, key_tail: tail, url } = connection
  const variableName = <code>{variable}</code>
  if (connection.usual_address)
    return (
      <>
        {url} · <Trans>Usual address</Trans>
      </>
    )
  if (source === 'environment')
    return (
      <>
        {url && <>{url} · </>}
        <Trans>Set by the server’s environment: {variableName}</Trans>
      </>
    )
  return (
    <>
      {url}
      {url && tail && kind !== 'service' && ' · '}
      {tail && kind !== 'service' && <Trans>Key ending in {tail}</Trans>}
    </>
  )
}
