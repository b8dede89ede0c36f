import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Delivery } from '#app/contract/account/webhooks.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Code } from '#app/ui/text/code-samples.tsx'
import { indentJson } from '#app/ui/text/indent-json.ts'
import { PagedList } from '#app/ui/lists/paged-list.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { useWebhookNames } from './use-webhook-names.ts'
import { resendDelivery } from './webhooks.functions.ts'
import { deliveriesQuery } from './webhooks.queries.ts'

/** The calls of an endpoint, each with what was sent and answered. */
export function DeliveryLog({ webhook, on }: { webhook: string; on: boolean }) {
  const query = useInfiniteQuery(deliveriesQuery(webhook))
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-medium">
        <Trans>Calls of the last 30 days</Trans>
      </h3>
      <PagedList
        query={query}
        items={query.data?.pages.flatMap(({ items }) => items)}
        empty={
          <p className="text-ink-soft">
            <Trans>No calls yet. Send a test to see one.</Trans>
          </p>
        }
      >
        {(items) => (
          <ul>
            {items.map((delivery) => (
              <Row key={delivery.id} webhook={webhook} delivery={delivery} on={on} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function Row({ webhook, delivery, on }: { webhook: string; delivery: Delivery; on: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const names = useWebhookNames()
  const { event, status, tries, failure, answer, answer_status: answerStatus, created_at: createdAt, next_at: nextAt } = delivery
  const states = { waiting: failure ? t`Failed, will be sent again` : t`On its way`, delivered: t`Delivered`, failed: t`Failed` }
  return (
    <li className="border-b border-line py-2 last:border-0">
      <details>
        <summary className="cursor-pointer py-1 wrap-anywhere">
          <span className="font-medium">{names.events[event]}</span>
          <span className={`block text-sm ${failure ? 'text-danger' : 'text-ink-soft'}`}>
            {states[status]} · <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
          </span>
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 py-2 text-sm">
          <p className="text-ink-soft">
            <Plural value={tries} one="# try" other="# tries" />
            {answerStatus !== null && ` · HTTP ${answerStatus}`}
            {failure && ` · ${names.failures[failure]}`}
            {status === 'waiting' && nextAt && failure && (
              <>
                {' · '}
                <Trans>next try {format.dateTime(nextAt)}</Trans>
              </>
            )}
          </p>
          <Content label={t`What was sent`} text={delivery.body} />
          {answer && <Content label={t`The answer`} text={answer} />}
          <Resend webhook={webhook} delivery={delivery} on={on} />
        </div>
      </details>
    </li>
  )
}

function Content({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p aria-hidden className="font-medium">
        {label}
      </p>
      <Code text={indentJson(text)} label={label} wraps />
    </div>
  )
}

function Resend({ webhook, delivery, on }: { webhook: string; delivery: Delivery; on: boolean }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function resend() {
    setBusy(true)
    const result = await settle(resendDelivery({ data: { id: webhook, delivery: delivery.id } }))
    if (result.ok) toast({ title: t`The call is being sent again` })
    else toast({ title: t`Couldn’t send the call again`, description: failureMessage(result.error), tone: 'danger' })
    await queryClient.invalidateQueries(deliveriesQuery(webhook))
    setBusy(false)
  }
  return (
    <div>
      <Button variant="secondary" size="sm" busy={busy} disabled={!on} onClick={() => void resend()}>
        <RotateCw aria-hidden className="size-4" strokeWidth={1.75} />
        <Trans>Send again</Trans>
      </Button>
    </div>
  )
}
