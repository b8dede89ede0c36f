import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { OperatorShop } from '#app/contract/money/shop-settings.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { useRights } from '../base/operator-room.tsx'
import { RestoreDialog } from '../base/restore-dialog.tsx'
import { getShop } from './shop.functions.ts'
import { ShopForm } from './shop-form.tsx'
import { ShopVersions } from './shop-versions.tsx'

const shopQuery = queryOptions({ queryKey: [...operatorKey, 'shop'], queryFn: async () => unwrap(await getShop()) })

/** Packs, plans and free tokens, and their earlier versions. */
export function ShopPage() {
  const { data, error } = useQuery(shopQuery)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans context="operator">Shop</Trans>
        </h1>
        <p className="max-w-reading text-ink-soft">
          <Trans>Changes apply at once to new sign-ups and orders. Orders already made and running plans keep their price.</Trans>
        </p>
      </div>
      {data ? <Shop shop={data} /> : error ? <LoadError error={error} /> : <Skeleton className="h-[40rem]" />}
      {data && <ShopVersions version={data.version} />}
    </div>
  )
}

function Shop({ shop }: { shop: OperatorShop }) {
  const may = useRights()
  // The form keeps what was typed when someone else changes the shop.
  const [opened, setOpened] = useState(shop)
  const [restoring, setRestoring] = useState(false)
  const { version } = opened
  const latest = shop.version
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-wash px-5 py-4">
        <p>
          {opened.is_default ? (
            <Trans>
              These are the defaults from <code>app.config.ts</code>.
            </Trans>
          ) : (
            <Trans>
              Version {version}, set here. It replaces the defaults from <code>app.config.ts</code>.
            </Trans>
          )}
          {shop.test && (
            <>
              {' '}
              <Trans>Payments are simulated: no payment service is connected.</Trans>
            </>
          )}
        </p>
        {!opened.is_default && may('manage_shop') && (
          <Button variant="secondary" size="sm" onClick={() => setRestoring(true)}>
            <Trans>Restore defaults</Trans>
          </Button>
        )}
      </div>
      {latest !== version && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-warn-soft px-5 py-4">
          <p>
            <Trans>The shop now has version {latest}. Load it before you make changes; unsaved changes are dropped.</Trans>
          </p>
          <Button variant="secondary" size="sm" onClick={() => setOpened(shop)}>
            <Trans>Load version {latest}</Trans>
          </Button>
        </div>
      )}
      <ShopForm key={version} shop={opened} mayChange={may('manage_shop')} onSaved={setOpened} />
      {restoring && <RestoreDialog version={latest} number={0} onRestored={setOpened} onClose={() => setRestoring(false)} />}
    </div>
  )
}
