import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DeviceSession } from '#app/contract/account/accounts.ts'
import { SessionLine } from '#app/shell/account/credential-lines.tsx'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { endDeviceSession } from '#app/shell/data/session.functions.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { deviceSessionsQuery } from './settings.queries.ts'

export function DeviceSessions() {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(deviceSessionsQuery)
  /** Stays set while the dialog closes, so that its text does not change during the fade. */
  const [chosen, setChosen] = useState<DeviceSession>()
  const [open, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const deviceName = ({ device }: DeviceSession) => device ?? t`Unknown device`

  async function end(session: DeviceSession) {
    const result = await settle(endDeviceSession({ data: { id: session.id } }))
    // A session that has already ended counts as success.
    if (result.ok || result.error.code === 'not_found') toast({ title: t`Session ended` })
    else toast({ title: t`Couldn’t end the session`, description: failureMessage(result.error), tone: 'danger' })
    void reread()
  }

  /** Runs after the dialog has closed: the row with its button disappears, and the focus must not be lost. */
  async function reread() {
    await queryClient.invalidateQueries(deviceSessionsQuery)
    list.current?.focus()
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={t`Sessions`} className="-mt-3 rounded-control outline-offset-8 focus:outline-none">
        {data.items.map((session) => (
          <DeviceRow
            key={session.id}
            session={session}
            name={deviceName(session)}
            onEnd={() => {
              setChosen(session)
              setOpen(true)
            }}
          />
        ))}
      </ul>
      {chosen && (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title={<Trans>End this session?</Trans>}
          description={<Trans>You’ll need to sign in again on {deviceName(chosen)}. Running jobs continue, and nothing is lost.</Trans>}
          confirmLabel={<Trans>End session</Trans>}
          onConfirm={() => end(chosen)}
          destructive
        />
      )}
    </>
  )
}

function DeviceRow({ session, name, onEnd }: { session: DeviceSession; name: string; onEnd: () => void }) {
  const { t } = useLingui()
  const { device, current } = session
  const Icon = device && /iPhone|iPad|iOS|Android/i.test(device) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-3.5 border-b border-line py-3 last:border-0">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <SessionLine session={session} current={current} />
      </div>
      {!current && (
        <Button variant="secondary" size="sm" aria-label={t`End session: ${name}`} onClick={onEnd}>
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  )
}
