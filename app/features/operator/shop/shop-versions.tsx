import { Trans } from '@lingui/react/macro'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import { Empty } from '#app/ui/lists/empty.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { useRights } from '../base/operator-room.tsx'
import { PagedList } from '#app/ui/lists/paged-list.tsx'
import { Part } from '../people/person-part.tsx'
import { RestoreDialog } from '../base/restore-dialog.tsx'
import { listShopVersions } from './shop.functions.ts'
import { VersionRow } from '../base/version-row.tsx'

const versionsQuery = infiniteQueryOptions({
  queryKey: [...operatorKey, 'shop-versions'],
  queryFn: async ({ pageParam }) => unwrap(await listShopVersions({ data: { limit: '10', ...(pageParam && { cursor: pageParam }) } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
})

/** The versions of the shop, newest first, each of which can be restored. */
export function ShopVersions({ version }: { version: number }) {
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
            {versions.map(({ settings, restores, ...one }) => (
              <VersionRow
                key={one.id}
                version={one}
                origin={settings === null ? <Trans>defaults</Trans> : restores !== null && <Trans>restores version {restores}</Trans>}
                inForce={one.number === version}
                onRestore={may('manage_shop') ? () => setRestoring(one.number) : undefined}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {restoring !== null && <RestoreDialog version={version} number={restoring} onClose={() => setRestoring(null)} />}
    </Part>
  )
}
