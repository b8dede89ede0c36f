import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Fingerprint, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { User } from '#app/contract/account/accounts.ts'
import type { Passkey } from '#app/contract/account/passkeys.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { removePasskey } from './passkeys.functions.ts'
import { passkeysQuery } from './settings.queries.ts'

const NewPasskey = lazyPart(async () => (await import('./new-passkey.tsx')).NewPasskey)

/** The person's passkeys, for signing in with the device's fingerprint, face or PIN. */
export function Passkeys({ user }: { user: User }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(passkeysQuery)
  const [making, setMaking] = useState(false)
  /** Stays set while the dialog closes, so that its text does not change during the fade. */
  const [chosen, setChosen] = useState<Passkey>()
  const [asking, setAsking] = useState(false)
  const list = useRef<HTMLDivElement>(null)

  async function remove({ id }: Passkey) {
    const result = await settle(removePasskey({ data: { id } }))
    if (result.ok || result.error.code === 'not_found') toast({ title: t`Passkey removed` })
    else
      toast({
        title: t`Couldn’t remove the passkey`,
        description: failureMessage(result.error),
        tone: 'danger',
      })
    void reread()
  }

  /** Runs after the dialog has closed: the row with its button disappears, and the focus must not be lost. */
  async function reread() {
    await queryClient.invalidateQueries(passkeysQuery)
    list.current?.focus()
  }

  return (
    <div
      ref={list}
      tabIndex={-1}
      role="group"
      aria-label={t`Passkeys`}
      className="grid gap-3 rounded-control outline-offset-8 focus:outline-none"
    >
      <h3 className="text-base font-medium tracking-normal">
        <Trans>Passkeys</Trans>
      </h3>
      {data.items.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>Sign in with your fingerprint, face or device PIN instead of a password. A passkey can’t be guessed or phished.</Trans>
        </p>
      ) : (
        <ul className="-mt-2">
          {data.items.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={() => {
                setChosen(passkey)
                setAsking(true)
              }}
            />
          ))}
        </ul>
      )}
      <div>
        <Button variant="secondary" onClick={() => setMaking(true)}>
          <Plus aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>Add a passkey</Trans>
        </Button>
      </div>
      <Dialog open={making} onOpenChange={setMaking} title={<Trans>Add a passkey</Trans>}>
        {making && <NewPasskey user={user} onDone={() => setMaking(false)} />}
      </Dialog>
      {chosen && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={<Trans>Remove “{chosen.name}”?</Trans>}
          description={<Trans>You won’t be able to sign in with this passkey. Remove it from the device too.</Trans>}
          confirmLabel={<Trans>Remove passkey</Trans>}
          onConfirm={() => remove(chosen)}
          destructive
        />
      )}
    </div>
  )
}

function PasskeyRow({ passkey: { name, synced, created_at, last_used_at }, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <li className="flex items-center gap-3.5 border-b border-line py-3 last:border-0">
      <Fingerprint aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">
          {last_used_at ? (
            <Trans>
              last used <time dateTime={last_used_at}>{format.relative(last_used_at)}</time>
            </Trans>
          ) : (
            <Trans>
              added <time dateTime={created_at}>{format.relative(created_at)}</time>
            </Trans>
          )}
          {synced && (
            <>
              {', '}
              <Trans>synced</Trans>
            </>
          )}
        </p>
      </div>
      <Button variant="secondary" size="sm" aria-label={t`Remove passkey: ${name}`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
    </li>
  )
}
