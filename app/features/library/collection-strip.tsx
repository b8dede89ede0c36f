import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { collectionsQuery } from '#app/shell/data/library.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Cover } from '#app/runs/collection-cover.tsx'
import { Sheet } from '#app/ui/dialog.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { SearchProps } from './library-search.ts'

/** Lazy-loaded on the first click. */
const NewCollection = lazyPart(async () => (await import('#app/runs/collections-menu.tsx')).NewCollection, <div className="h-32" />)

const card =
  'flex h-15 max-w-64 shrink-0 items-center gap-3 rounded-control border border-line bg-surface py-1.5 pr-4 pl-2 text-left transition-colors hover:border-edge'

/** The person's collections side by side, and the button for a new one. Hidden inside a collection. */
export function CollectionStrip({ search, onSearchChange }: SearchProps) {
  const { t } = useLingui()
  const { number } = useFormat()
  const collections = useQueryData(collectionsQuery())
  const [making, setMaking] = useState(false)
  if (search.collection || collections === undefined) return null
  return (
    <>
      <ul aria-label={t`Collections`} className="-mx-4 mb-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-8 sm:px-8">
        {collections.map((collection) => (
          <li key={collection.id}>
            <Link to="/dashboard" search={{ collection: collection.id }} preload={false} className={card}>
              <Cover collection={collection} />
              <span className="min-w-0">
                <span className="block truncate font-medium">{collection.name}</span>
                <span className="tabular block text-sm text-ink-soft">{number(collection.count)}</span>
              </span>
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => setMaking(true)} className={`${card} border-dashed`}>
            <span className="grid size-11 shrink-0 place-items-center">
              <FolderPlus aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />
            </span>
            <span className="whitespace-nowrap text-ink-soft">
              <Trans>New collection</Trans>
            </span>
          </button>
        </li>
      </ul>
      <Sheet open={making} onOpenChange={setMaking} title={<Trans>New collection</Trans>}>
        {making && (
          <NewCollection
            label={t({ message: 'Name', context: 'of a collection' })}
            onCreated={({ id }) => {
              setMaking(false)
              onSearchChange({ collection: id, select: undefined }, { replace: false })
            }}
          />
        )}
      </Sheet>
    </>
  )
}
