import { Trans } from '@lingui/react/macro'
import { BellRing } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { switchNotifications, useNotificationState } from './notify.ts'

/** Offered beside what one would wait for, and asked of the browser only on a press. */
export function NotificationSwitch() {
  const state = useNotificationState()
  if (state === 'missing') return null
  return (
    <div className="border-t border-line px-4 py-1.5">
      {state === 'unasked' && (
        <Button variant="ghost" size="sm" className="-mx-3 text-left" onClick={() => void switchNotifications(true)}>
          <BellRing aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Notify me when something is ready</Trans>
        </Button>
      )}
      {(state === 'on' || state === 'off') && (
        <Switch
          label={<Trans>Notify me while I look elsewhere</Trans>}
          checked={state === 'on'}
          onCheckedChange={(on) => void switchNotifications(on)}
        />
      )}
      {state === 'blocked' && (
        <p className="py-2 text-sm text-ink-soft">
          <Trans>Notifications are blocked in this browser’s settings for the site.</Trans>
        </p>
      )}
    </div>
  )
}
