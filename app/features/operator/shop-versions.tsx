import { Trans } from '@lingui/react/macro'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '#app/contract/api-result.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { operatorKey } from './operator.queries.ts'
import { useRights } from './operator-room.tsx'
import { PagedList } from './paged-list.tsx'
import { Part } from './person-part.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { listShopVersions } from './shop.functions.ts'

const versionsQuery = infiniteQueryOptions({
  queryKey: [...operatorKey, 'shop-versions'],
  queryFn: async ({ pageParam }) => unwrap(await listShopVersions({ data: { limit: '10', ...(pageParam && { cursor: pageParam }) } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
})

/** The versions of the shop, newest first, each of which can be restored. */
export function ShopVersions({ version }: { version: number }) {
  const format = useFormat()
  const may = useRights()
  const list = useInfiniteQuery(versionsQuery)
  const [restoring, setRestoring] = useState<number | null>(null)
  return (
    <Part id="versions" title={<Trans>Versions</Trans>}>
      <PagedList
        query={list}
        items={list.data?.pages.flatMap(({ items }) => items)}
        empty={
          <Empty title={<Trans>No versions yet</Trans>}>
            <Trans>Every saved change is a version here: who made it, when and why.</Trans>
          </Empty>
        }
      >
        {(versions) => (
          <ul>
            {versions.map(({ id, number, restores, settings, actor, reason, created_at: createdAt }) => (
              <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-b border-line/60 py-3 last:border-0">
                <div className="min-w-0">
                  <p className="font-medium">
                    <Trans>Version {number}</Trans>
                    {settings === null ? (
                      <>
                        {' · '}
                        <Trans>defaults</Trans>
                      </>
                    ) : (
                      restores !== null && (
                        <>
                          {' · '}
                          <Trans>restores version {restores}</Trans>
                        </>
                      )
                    )}
                  </p>
                  <p className="text-sm wrap-anywhere text-ink-soft">
                    <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
                    {actor && <> · {actor.email}</>} · {reason}
                  </p>
                </div>
                {number === version ? (
                  <span className="text-sm text-ink-soft">
                    <Trans>in force</Trans>
                  </span>
                ) : (
                  may('manage_shop') && (
                    <Button variant="secondary" size="sm" onClick={() => setRestoring(number)}>
                      <Trans context="version">Restore</Trans>
                    </Button>
                  )
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {restoring !== null && <RestoreDialog version={version} number={restoring} onClose={() => setRestoring(null)} />}
    </Part>
  )
}
