import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Webhook } from '#app/contract/account/webhooks.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog, Sheet } from '#app/ui/overlays/dialog.tsx'
import { HiddenFromBots } from '#app/ui/page/hidden-from-bots.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { WebhookState } from './webhook-state.tsx'
import { webhooksQuery } from './webhooks.queries.ts'

const NewWebhook = lazyPart(async () => (await import('./new-webhook.tsx')).NewWebhook)
const WebhookDetails = lazyPart(async () => (await import('./webhook-details.tsx')).WebhookDetails)

/** The addresses of the person's servers that are called when something has happened. */
export function Webhooks() {
  const { t } = useLingui()
  const { data, isError, error, refetch } = useQuery(webhooksQuery)
  const [adding, setAdding] = useState(false)
  /** Stays set while the sheet closes, so that its content does not change during the fade. */
  const [chosen, setChosen] = useState<string>()
  const [open, setOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  if (isError)
    return (
      <HiddenFromBots error={error}>
        <div className="grid justify-items-start gap-3">
          <p role="alert" className="text-danger">
            <Trans>Couldn’t load your webhooks.</Trans>
          </p>
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      </HiddenFromBots>
    )
  if (!data) return <Skeleton className="h-24 rounded-card" />
  const { items, most } = data
  const webhook = items.find(({ id }) => id === chosen)
  return (
    <>
      <div ref={list} tabIndex={-1} role="group" aria-label={t`Webhooks`} className="rounded-control outline-offset-8 focus:outline-none">
        {items.length === 0 ? (
          <p className="text-ink-soft">
            <Trans>
              No webhooks yet. Add the address of your server, and we’ll call it when a result is ready, so your program doesn’t have to
              ask.
            </Trans>
          </p>
        ) : (
          <ul className="-mt-3">
            {items.map((one) => (
              <Row
                key={one.id}
                webhook={one}
                onOpen={() => {
                  setChosen(one.id)
                  setOpen(true)
                }}
              />
            ))}
          </ul>
        )}
      </div>
      {items.length >= most ? (
        <p className="text-sm text-ink-soft">
          <Plural
            value={most}
            one="You can have # webhook. Delete it to add another."
            other="You can have up to # webhooks. Delete one to add another."
          />
        </p>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-5" strokeWidth={1.75} />
            <Trans>New webhook</Trans>
          </Button>
        </div>
      )}
      <Dialog open={adding} onOpenChange={setAdding} title={<Trans>New webhook</Trans>}>
        {adding && <NewWebhook onDone={() => setAdding(false)} />}
      </Dialog>
      <Sheet open={open && webhook !== undefined} onOpenChange={setOpen} title={<Trans>Webhook</Trans>}>
        {webhook && (
          <WebhookDetails
            webhook={webhook}
            onDeleted={() => {
              setOpen(false)
              list.current?.focus()
            }}
          />
        )}
      </Sheet>
    </>
  )
}

function Row({ webhook, onOpen }: { webhook: Webhook; onOpen: () => void }) {
  const { url, events } = webhook
  return (
    <li className="flex items-start gap-3.5 border-b border-line py-3 last:border-0">
      <WebhookIcon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{url}</p>
        <p className="text-sm text-ink-soft">
          <Plural value={events.length} one="# event" other="# events" />
        </p>
        <WebhookState webhook={webhook} />
      </div>
      <OpenButton url={url} onOpen={onOpen} />
    </li>
  )
}

function OpenButton({ url, onOpen }: { url: string; onOpen: () => void }) {
  const { t } = useLingui()
  return (
    <Button variant="secondary" size="sm" aria-label={t`Open webhook: ${url}`} onClick={onOpen}>
      <Trans>Open</Trans>
      <ChevronRight aria-hidden className="size-4" strokeWidth={1.75} />
    </Button>
  )
}
