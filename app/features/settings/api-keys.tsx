import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { OctagonX, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { endProgramAccess } from './api-keys.functions.ts'
import { KeyRows } from './key-rows.tsx'
import { apiKeysQuery } from './settings.queries.ts'

const NewApiKey = lazyPart(async () => (await import('./new-api-key.tsx')).NewApiKey)

/** The person's API keys, with their use. */
export function ApiKeys() {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(apiKeysQuery)
  const [making, setMaking] = useState(false)
  const part = useRef<HTMLDivElement>(null)

  /** The button has disappeared with the keys, and the focus must not be lost. */
  async function reread() {
    await queryClient.invalidateQueries(apiKeysQuery)
    part.current?.focus()
  }

  return (
    <div ref={part} tabIndex={-1} className="grid gap-6 focus:outline-none">
      <KeyRows
        of="keys"
        items={data.items.filter(({ client }) => !client)}
        empty={<Trans>No API keys yet. With a key, apps and tools made for the OpenAI API can use this server on your behalf.</Trans>}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setMaking(true)}>
          <Plus aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>New API key</Trans>
        </Button>
        {data.items.length > 0 && <RevokeAll onRevoked={() => void reread()} />}
      </div>
      <Dialog open={making} onOpenChange={setMaking} title={<Trans>New API key</Trans>}>
        {making && <NewApiKey onDone={() => setMaking(false)} />}
      </Dialog>
    </div>
  )
}

/** Ends all keys and the access of all apps with one confirmed press, for a key that has leaked or an agent that spends too much. */
function RevokeAll({ onRevoked }: { onRevoked: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const [asking, setAsking] = useState(false)
  async function revokeAll() {
    const result = await settle(endProgramAccess())
    if (result.ok) toast({ title: t`All API keys revoked` })
    else toast({ title: t`Couldn’t revoke the API keys`, description: failureMessage(result.error), tone: 'danger' })
    onRevoked()
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <OctagonX aria-hidden className="size-5 text-danger" strokeWidth={1.75} />
        <Trans>Revoke all keys</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={<Trans>Revoke all API keys?</Trans>}
        description={
          <Trans>
            Every app and agent that uses one of your keys or is connected will stop working right away. You can’t undo this. Running jobs
            continue.
          </Trans>
        }
        confirmLabel={<Trans>Revoke all keys</Trans>}
        onConfirm={revokeAll}
        destructive
      />
    </>
  )
}
