import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type ApiFailure, unwrap } from '#app/contract/base/api-result.ts'
import type { Difference, Reconciliation as Page } from '#app/contract/money/shop.ts'
import type { Money } from '#app/contract/money/tokens.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { failureOf } from '#app/shell/calls/failure-of.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { reconcileOrders, recordOrder } from './shop.functions.ts'

const dayMs = 24 * 60 * 60 * 1000
const days = 30

type State = { checked: number; unanswered: number; items: Page['items']; isDone: boolean; failure?: ApiFailure }

/** Compares the orders of the last days with the payment services, page by page, and lists the differences only. */
export function Reconciliation() {
  const { t } = useLingui()
  const failureMessage = useFailureMessage()
  const [state, setState] = useState<State | null>(null)
  const [busy, setBusy] = useState(false)

  async function compare() {
    setBusy(true)
    const from = new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
    let found: State = { checked: 0, unanswered: 0, items: [], isDone: false }
    setState(found)
    try {
      let cursor = ''
      do {
        const page = unwrap(await reconcileOrders({ data: { from, ...(cursor && { cursor }) } }))
        cursor = page.next_cursor ?? ''
        found = {
          checked: found.checked + page.checked,
          unanswered: found.unanswered + page.unanswered,
          items: [...found.items, ...page.items],
          isDone: cursor === '',
        }
        setState(found)
      } while (cursor !== '')
    } catch (error) {
      setState({ ...found, failure: failureOf(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="grid gap-3 rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h2 className="text-xl">
            <Trans>Reconciliation</Trans>
          </h2>
          <p className="text-ink-soft" role="status">
            {state === null || (state.failure && state.checked === 0) ? (
              <Trans>Compares the orders of the last 30 days with the payment services.</Trans>
            ) : (
              <>
                <Plural value={state.checked} one="# order compared" other="# orders compared" />
                {state.isDone && state.items.length === 0 && <>, {t`no differences`}</>}
                {state.unanswered > 0 && <>, {t`no answer about ${state.unanswered}`}</>}
              </>
            )}
          </p>
        </div>
        <Button variant="secondary" busy={busy} onClick={() => void compare()}>
          {state?.failure ? <Trans>Try again</Trans> : <Trans>Compare</Trans>}
        </Button>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {state?.failure && (
          <>
            <Trans>The comparison isn’t complete.</Trans> {failureMessage(state.failure)}
          </>
        )}
      </p>
      {state && state.items.length > 0 && (
        <ul>
          {state.items.map((item) => (
            <Exception
              key={item.order.id}
              item={item}
              onRecorded={() => setState({ ...state, items: state.items.filter(({ order }) => order.id !== item.order.id) })}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Exception({ item, onRecorded }: { item: Page['items'][number]; onRecorded: () => void }) {
  const { t } = useLingui()
  const { money } = useFormat()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const [busy, setBusy] = useState(false)
  const names: Record<Difference, string> = {
    unrecorded: t`Paid at the service, not recorded here`,
    missing: t`Recorded here, unknown to the service`,
    amount: t`Amount differs`,
    refund: t`Another refund`,
    refund_open: t`A refund without an answer`,
    dispute: t`Dispute status differs`,
  }
  const { order, difference } = item
  const disputes = new Map([
    ['open', t`dispute open`],
    ['won', t`dispute won`],
    ['lost', t`dispute lost`],
  ])
  const shown = (text: string, amount: Money | null | undefined) =>
    amount ? money(amount) : (difference === 'dispute' && disputes.get(text)) || text
  const here = shown(item.here, item.here_amount)
  const there = shown(item.there, item.there_amount)
  async function record() {
    setBusy(true)
    const result = await settle(recordOrder({ data: { id: order.id } }))
    setBusy(false)
    if (result.ok) onRecorded()
    toast(result.ok ? { title: t`The service’s answer is recorded`, tone: 'ok' } : { title: failureMessage(result.error), tone: 'danger' })
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line/60 py-3">
      <div className="min-w-0">
        <p className="font-medium">{names[difference]}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {t`here ${here}, there ${there}`} · {order.person.email} · {order.id}
        </p>
      </div>
      {difference !== 'missing' && difference !== 'amount' && (
        <Button variant="secondary" size="sm" busy={busy} aria-label={t`Record order ${order.id}`} onClick={() => void record()}>
          <Trans context="a payment">Record</Trans>
        </Button>
      )}
    </li>
  )
}
