import { Trans } from '@lingui/react/macro'
import { BellRing } from 'lucide-react'
import { Button } from '#app/ui/controls/button.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { switchNotifications, useNotificationState } from './notify.ts'

/** Offered next to long runs; the browser asks only on a click. */
export function NotificationSwitch() {
  const state = useNotificationState()
  if (state === 'missing') return null
  return (
    <div className="border-t border-line px-4 py-1.5">
      {state === 'unasked' && (
        <Button variant="ghost" size="sm" className="-mx-3 text-left" onClick={() => void switchNotifications(true)}>
          <BellRing aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Notify me when a result is ready</Trans>
        </Button>
      )}
      {(state === 'on' || state === 'off') && (
        <Switch
          label={<Trans>Notify me while I’m in another window</Trans>}
          checked={state === 'on'}
          onCheckedChange={(on) => void switchNotifications(on)}
        />
      )}
      {state === 'insecure' && (
        <p className="py-2 text-sm text-ink-soft">
          <Trans>Browsers show notifications only over HTTPS.</Trans>
        </p>
      )}
      {state === 'blocked' && (
        <p className="py-2 text-sm text-ink-soft">
          <Trans>Notifications for this site are blocked in your browser settings. Allow them there, then reload this page.</Trans>
        </p>
      )}
    </div>
  )
}
