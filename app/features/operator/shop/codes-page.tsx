import { Trans, useLingui } from '@lingui/react/macro'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { CodeBatch } from '#app/contract/money/codes.ts'
import { useFormat, useNow } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { CreateCodesDialog } from './create-codes-dialog.tsx'
import { listCodeBatches, revokeCodeBatch } from './codes.functions.ts'
import { operatorKey } from '../base/operator.queries.ts'
import { PagedList } from '#app/ui/lists/paged-list.tsx'

const batchesQuery = infiniteQueryOptions({
  queryKey: [...operatorKey, 'codes'],
  queryFn: async ({ pageParam }) => unwrap(await listCodeBatches({ data: { limit: '30', ...(pageParam && { cursor: pageParam }) } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
})

/** Batches of codes that people redeem for tokens. */
export function CodesPage() {
  const list = useInfiniteQuery(batchesQuery)
  const [creating, setCreating] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid gap-1">
          <h1 className="text-3xl">
            <Trans>Codes</Trans>
          </h1>
          <p className="text-ink-soft">
            <Trans>People redeem codes for tokens on their Tokens page.</Trans>
          </p>
        </div>
        <Button onClick={() => setCreating(true)}>
          <Trans>Create codes</Trans>
        </Button>
      </div>
      <PagedList
        query={list}
        items={list.data?.pages.flatMap(({ items }) => items)}
        empty={
          <Empty title={<Trans>No codes yet</Trans>}>
            <Trans>Create codes for a promotion, a class or a customer, and send them as a CSV file.</Trans>
          </Empty>
        }
      >
        {(batches) => (
          <ul>
            {batches.map((batch) => (
              <BatchRow key={batch.id} batch={batch} />
            ))}
          </ul>
        )}
      </PagedList>
      {creating && <CreateCodesDialog onClose={() => setCreating(false)} />}
    </div>
  )
}

function BatchRow({ batch }: { batch: CodeBatch }) {
  const { t } = useLingui()
  const format = useFormat()
  const [revoking, setRevoking] = useState(false)
  const { id, name, tokens, count, redeemed, expires_at: expiresAt, revoked_at: revokedAt } = batch
  const now = useNow()
  const isExpired = expiresAt !== null && now !== null && Date.parse(expiresAt) <= now
  const isOpen = !revokedAt && !isExpired && redeemed < count
  const [used, all] = [format.number(redeemed), format.number(count)]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line/60 py-3 last:border-0">
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          {revokedAt ? (
            <span className="text-danger">
              <Trans context="codes">Revoked</Trans>
            </span>
          ) : (
            isExpired && (
              <span className="text-ink-soft">
                <Trans context="codes">Expired</Trans>
              </span>
            )
          )}
        </p>
        <p className="text-sm text-ink-soft">
          <Trans>
            {used} of {all} redeemed
          </Trans>
          {batch.once_per_person && <> · {t`one per person`}</>}
          {' · '}
          <time dateTime={batch.created_at}>{format.date(batch.created_at)}</time>
          {expiresAt && !isExpired && (
            <>
              {' · '}
              <Trans>
                until <time dateTime={expiresAt}>{format.dateTime(expiresAt)}</time>
              </Trans>
            </>
          )}
        </p>
        {isOpen && (
          <Button variant="secondary" size="sm" className="mt-2" aria-label={t`Revoke ${name}`} onClick={() => setRevoking(true)}>
            <Trans>Revoke</Trans>
          </Button>
        )}
      </div>
      <p className="tabular text-right whitespace-nowrap">{format.tokens(tokens)}</p>
      {revoking && (
        <ActDialog
          title={<Trans>Revoke unused codes?</Trans>}
          description={<Trans>Unused codes stop working. Tokens already added stay.</Trans>}
          action={<Trans>Revoke codes</Trans>}
          done={t`Codes revoked`}
          destructive
          onClose={() => setRevoking(false)}
          onAct={(reason) => revokeCodeBatch({ data: { id, reason } })}
        />
      )}
    </li>
  )
}
