import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import { keepSecretHours, type Webhook } from '#app/contract/account/webhooks.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { TheSecret } from './new-webhook.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { changeWebhook, deleteWebhook, rollSecret, testWebhook } from './webhooks.functions.ts'
import { deliveriesQuery, webhooksQuery } from './webhooks.queries.ts'
import { WebhookState } from './webhook-state.tsx'

type WebhookDetailsProps = { webhook: Webhook; onDeleted: () => void }

/** One endpoint: on or off, test, change, new secret, deletion, and its calls. */
export function WebhookDetails({ webhook, onDeleted }: WebhookDetailsProps) {
  const [editing, setEditing] = useState(false)
  const [secret, setSecret] = useState<string>()
  const { carryOut, reread } = useActs()
  if (secret !== undefined) return <TheSecret secret={secret} onDone={() => setSecret(undefined)} />
  if (editing)
    return (
      <WebhookForm
        initial={webhook}
        send={(input) => changeWebhook({ data: { id: webhook.id, ...input } })}
        onSaved={() => {
          setEditing(false)
          void reread()
        }}
        onCancel={() => setEditing(false)}
      >
        <Trans>Save</Trans>
      </WebhookForm>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-2">
        <p className="font-medium wrap-anywhere">{webhook.url}</p>
        <WebhookState webhook={webhook} />
        <OldSecret until={webhook.old_secret_until} />
        <OnOff webhook={webhook} carryOut={carryOut} />
      </div>
      <div className="flex flex-wrap gap-2">
        <TestButton webhook={webhook} carryOut={carryOut} />
        <Button variant="secondary" size="sm" onClick={() => setEditing(true)}>
          <Pencil aria-hidden className="size-4" strokeWidth={1.75} />
          <Trans>Change</Trans>
        </Button>
        <RollButton webhook={webhook} carryOut={carryOut} onRolled={setSecret} />
        <DeleteButton webhook={webhook} carryOut={carryOut} onDeleted={onDeleted} />
      </div>
      <DeliveryLog webhook={webhook.id} on={webhook.off === null} />
    </div>
  )
}

type CarryOut = <Result>(call: Promise<ApiResult<Result>>, failed: string) => Promise<ApiResult<Result>>

function useActs(): { carryOut: CarryOut; reread: () => Promise<void> } {
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const reread = () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })
  return {
    reread,
    /** Makes a call, reports its failure, and reads the endpoints again. */
    async carryOut(call, failed) {
      const result = await settle(call)
      if (!result.ok) toast({ title: failed, description: failureMessage(result.error), tone: 'danger' })
      await reread()
      return result
    },
  }
}

type ActProps = { webhook: Webhook; carryOut: CarryOut }

function OldSecret({ until }: { until: string | null }) {
  const format = useFormat()
  if (until === null) return null
  return (
    <p className="text-sm text-ink-soft">
      <Trans>Until {format.dateTime(until)}, calls are also signed with the old secret.</Trans>
    </p>
  )
}

function OnOff({ webhook: { id, off }, carryOut }: ActProps) {
  const { t } = useLingui()
  const [wanted, setWanted] = useState<boolean>()
  async function change(on: boolean) {
    setWanted(on)
    await carryOut(changeWebhook({ data: { id, on } }), t`Couldn’t change the webhook`)
    setWanted(undefined)
  }
  return <Switch label={<Trans context="a webhook">On</Trans>} checked={wanted ?? off === null} onCheckedChange={(on) => void change(on)} />
}

function TestButton({ webhook: { id, off }, carryOut }: ActProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function test() {
    setBusy(true)
    await carryOut(testWebhook({ data: { id } }), t`Couldn’t send a test`)
    await queryClient.invalidateQueries(deliveriesQuery(id))
    setBusy(false)
  }
  return (
    <Button variant="secondary" size="sm" busy={busy} disabled={off !== null} onClick={() => void test()}>
      <Send aria-hidden className="size-4" strokeWidth={1.75} />
      <Trans>Send a test</Trans>
    </Button>
  )
}

function RollButton({ webhook: { id }, carryOut, onRolled }: ActProps & { onRolled: (secret: string) => void }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const hours = keepSecretHours.usual
  async function roll() {
    const result = await carryOut(rollSecret({ data: { id, keep_hours: hours } }), t`Couldn’t replace the secret`)
    if (result.ok) onRolled(result.data.secret)
  }
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        <RefreshCw aria-hidden className="size-4" strokeWidth={1.75} />
        <Trans>New secret</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={<Trans>Replace the secret?</Trans>}
        description={
          <Plural
            value={hours}
            one="Calls are signed with both secrets for # hour, so that you can change your server without losing any."
            other="Calls are signed with both secrets for # hours, so that you can change your server without losing any."
          />
        }
        confirmLabel={<Trans>Replace secret</Trans>}
        onConfirm={roll}
      />
    </>
  )
}

function DeleteButton({ webhook: { id }, carryOut, onDeleted }: ActProps & { onDeleted: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  async function remove() {
    const result = await carryOut(deleteWebhook({ data: { id } }), t`Couldn’t delete the webhook`)
    if (!result.ok) return
    toast({ title: t`Webhook deleted` })
    onDeleted()
  }
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" strokeWidth={1.75} />
        <Trans>Delete</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={<Trans>Delete this webhook?</Trans>}
        description={<Trans>Pending calls won’t be sent, and its log is deleted. You can’t undo this.</Trans>}
        confirmLabel={<Trans>Delete webhook</Trans>}
        onConfirm={remove}
        destructive
      />
    </>
  )
}
