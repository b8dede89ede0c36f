import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import { type PushKind, pushKinds, type PushState } from '#app/contract/account/push.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Checkbox } from '#app/ui/controls/field.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { type PushSupport, readPushSupport, subscribeBrowser, unsubscribeBrowser } from './push-browser.ts'
import { getPush, subscribePush, unsubscribePush } from './push.functions.ts'

const pushQuery = queryOptions({ queryKey: ['push'], queryFn: async () => unwrap(await getPush()), refetchOnMount: 'always' })

const neverChanges = () => () => {}

/** Push notifications to this browser, by kind. The browser asks only when the person switches them on. */
export function Push() {
  const support = useSyncExternalStore(neverChanges, readPushSupport, (): PushSupport | null => null)
  const { data } = useQuery({ ...pushQuery, enabled: support === 'ready' })
  const { t } = useLingui()
  const reasons: Record<Exclude<PushSupport, 'ready'>, string> = {
    insecure: t`Browsers show notifications only over HTTPS.`,
    missing: t`This browser can’t get notifications. On an iPhone or iPad, add this site to the Home Screen first and open it from there.`,
    blocked: t`Notifications for this site are blocked in your browser settings. Allow them there, then reload this page.`,
  }
  if (support !== null && support !== 'ready') return <p className="text-sm text-ink-soft">{reasons[support]}</p>
  return data ? <Choices state={data} /> : null
}

function Choices({ state: { public_key: publicKey, subscription } }: { state: PushState }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [busy, setBusy] = useState(false)
  const names: Record<PushKind, string> = {
    run_ended: t`A long job is done`,
    approval_asked: t`An API key asks for approval`,
    tokens_low: t`Tokens are running low`,
    charge_soon: t`My plan renews tomorrow`,
  }
  const failed = (description: string) => toast({ title: t`Couldn’t save the setting`, description, tone: 'danger' })

  async function save(kinds: readonly PushKind[], prompts: boolean) {
    setBusy(true)
    try {
      const browser = await subscribeBrowser(publicKey)
      if (!browser) return failed(t`The browser didn’t allow notifications.`)
      const result = await settle(subscribePush({ data: { ...browser, kinds: [...kinds], prompts } }))
      if (!result.ok) return failed(failureMessage(result.error))
      queryClient.setQueryData(pushQuery.queryKey, result.data)
    } catch {
      return failed(t`The browser’s push service didn’t answer. Try again later.`)
    } finally {
      setBusy(false)
    }
  }
  async function stop() {
    setBusy(true)
    const result = await settle(unsubscribePush())
    setBusy(false)
    if (!result.ok) return failed(failureMessage(result.error))
    queryClient.setQueryData(pushQuery.queryKey, { public_key: publicKey, subscription: null })
    // The server sends nothing anymore, whether the browser forgets or not.
    await unsubscribeBrowser().catch(() => undefined)
  }
  const chosen = subscription?.kinds ?? []
  const prompts = subscription?.prompts ?? false
  return (
    <div className="grid gap-1.5">
      <Switch
        label={<Trans>Notify this device, also when the page is closed</Trans>}
        checked={subscription !== null}
        onCheckedChange={(on) => !busy && void (on ? save(pushKinds, false) : stop())}
      />
      {subscription && (
        <fieldset disabled={busy} className="grid">
          <legend className="sr-only">
            <Trans>Notify about</Trans>
          </legend>
          {pushKinds.map((kind) => (
            <Checkbox
              key={kind}
              name={`push-${kind}`}
              label={names[kind]}
              checked={chosen.includes(kind)}
              onChange={({ currentTarget: { checked } }) => {
                const next = pushKinds.filter((one) => (one === kind ? checked : chosen.includes(one)))
                void (next.length > 0 ? save(next, prompts) : stop())
              }}
            />
          ))}
          <Checkbox
            name="push-prompts"
            label={t`Show the beginning of prompts`}
            checked={prompts}
            onChange={({ currentTarget }) => void save(chosen, currentTarget.checked)}
          />
        </fieldset>
      )}
      <p className="text-sm text-ink-soft">
        <Trans>Ends when you sign out on this device.</Trans>
      </p>
    </div>
  )
}
