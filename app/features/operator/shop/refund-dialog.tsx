import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import { toMinor, writeMajor } from '#app/contract/money/minor-units.ts'
import { type ApiFailure, unwrap } from '#app/contract/base/api-result.ts'
import type { RefundFailure } from '#app/contract/money/refunds.ts'
import type { OperatorOrderDetails, OperatorRefund } from '#app/contract/money/shop.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { useRights } from '../base/operator-room.tsx'
import { readDecimal } from '../base/read-number.ts'
import { getOperatorOrder, refundOrder } from './shop.functions.ts'

const orderDetailsQuery = (id: string) =>
  queryOptions({ queryKey: [...operatorKey, 'order', id], queryFn: async () => unwrap(await getOperatorOrder({ data: { id } })) })

/** The refunds of an order, and a form for the next one. */
export function RefundDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const may = useRights()
  const { data, error } = useQuery(orderDetailsQuery(id))
  if (data && data.refundable.amount > 0 && may('manage_shop')) return <RefundForm details={data} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={<Trans>Refunds</Trans>}>
      <div className="grid gap-5 py-2">
        {data ? (
          <>
            <Refunds refunds={data.refunds} />
            <p className="text-ink-soft">
              {data.refunds.some(({ status }) => status === 'pending') ? (
                <Trans>The payment service has not confirmed the last refund yet. It is asked again until it has.</Trans>
              ) : data.refundable.amount === 0 ? (
                <Trans>Nothing is left to refund here.</Trans>
              ) : (
                <Trans>Your role can see refunds, but not make them.</Trans>
              )}
            </p>
          </>
        ) : error ? (
          <LoadError error={error} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </div>
    </Dialog>
  )
}

function RefundForm({ details, onClose }: { details: OperatorOrderDetails; onClose: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const { order, refundable, available, refunds } = details
  const { currency } = refundable
  const failures = useRefundFailures()
  const [typed, setTyped] = useState(() => writeMajor(refundable.amount, currency))
  const [key, setKey] = useState(() => uuid())
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const amount = toMinor(readDecimal(typed) ?? Number.NaN, currency) || 0
  const isAmount = amount > 0 && amount <= refundable.amount
  const taken = tokensTaken(details, amount)
  const owed = Math.max(0, taken - available)
  const isFull = order.refunded.amount + amount === order.price.amount
  const [takenText, owedText] = [format.tokens(taken), format.tokens(owed)]
  return (
    <ActDialog
      title={<Trans>Refund order</Trans>}
      description={
        <>
          {order.provider === 'test' ? (
            <Trans>This was a test purchase: no money moves.</Trans>
          ) : (
            <Trans>The payment service returns the money to the buyer. This can’t be undone.</Trans>
          )}
          {refunds.length > 0 && <Refunds refunds={refunds} />}
        </>
      }
      action={<Trans>Refund {format.money({ ...refundable, amount: isAmount ? amount : 0 })}</Trans>}
      done={t`Refund sent to the payment service`}
      destructive
      ready={isAmount}
      reasonHint={t`Stored in the audit log. The buyer doesn’t see it.`}
      onFailure={setFailure}
      onClose={onClose}
      onAct={(reason) => refundOrder({ data: { id: order.id, amount, reason, idempotency_key: key } })}
      problemOf={(data) => {
        const last = data.refunds.at(-1)
        if (last?.status !== 'failed') return null
        // Another try is another refund.
        setKey(uuid())
        return failures[last.failure ?? 'refused']
      }}
    >
      <TextField
        label={<Trans>Amount, {refundable.currency}</Trans>}
        hint={t`At most ${format.money(refundable)}.`}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          // Another amount is another refund.
          setKey(uuid())
          setFailure(null)
        }}
        error={failure?.fields?.amount?.detail ?? (isAmount ? undefined : t`Enter an amount up to ${format.money(refundable)}.`)}
      />
      {isAmount && (
        <ul role="note" className="grid gap-1 rounded-card bg-wash px-4 py-3">
          <li>
            <Trans>This reverses {takenText} of the purchase.</Trans>
          </li>
          {owed > 0 && (
            <li>
              <Trans>{owedText} are already spent or reserved: they become a debt that the next purchase pays first.</Trans>
            </li>
          )}
          {order.kind === 'plan' && isFull && (
            <li>
              <Trans>The plan ends at once, unless another period is paid.</Trans>
            </li>
          )}
        </ul>
      )}
    </ActDialog>
  )
}

/** Tokens that a refund takes: in proportion to the money, rounded up, as the server does. */
function tokensTaken({ order }: OperatorOrderDetails, amount: number): number {
  const refunded = order.refunded.amount + amount
  const due = refunded >= order.price.amount ? order.tokens : Math.ceil((order.tokens * refunded) / order.price.amount)
  return Math.max(0, due - order.taken)
}

function useRefundFailures(): Record<RefundFailure, string> {
  const { t } = useLingui()
  return {
    refused: t`The payment service refused it.`,
    canceled: t`The payment service couldn’t carry it out. Check your balance there.`,
    unanswered: t`The payment service never received it.`,
  }
}

function Refunds({ refunds }: { refunds: readonly OperatorRefund[] }) {
  const { t } = useLingui()
  const format = useFormat()
  const statuses: Record<OperatorRefund['status'], string> = {
    pending: t({ message: 'not confirmed yet', context: 'refund' }),
    succeeded: t({ message: 'refunded', context: 'refund' }),
    failed: t({ message: 'failed', context: 'refund' }),
  }
  const failures = useRefundFailures()
  if (refunds.length === 0) return null
  return (
    <ul aria-label={t`Refunds`} className="mt-3">
      {refunds.map(({ id, amount, status, failure, reason, actor, created_at: createdAt }) => (
        <li key={id} className="border-t border-line/60 py-2 text-sm">
          <p className="flex flex-wrap justify-between gap-x-4 text-ink">
            <span className="tabular">{format.money(amount)}</span>
            <span className={status === 'failed' ? 'text-danger' : undefined}>{statuses[status]}</span>
          </p>
          <p className="wrap-anywhere">
            <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
            {actor && <> · {actor}</>} · {reason}
            {failure && <> · {failures[failure]}</>}
          </p>
        </li>
      ))}
    </ul>
  )
}
