import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { collectionsQuery } from '#app/shell/data/library.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Cover } from '#app/runs/collection-cover.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { SearchProps } from './library-search.ts'

/** Lazy-loaded on the first click. */
const NewCollection = lazyPart(async () => (await import('#app/runs/collections-menu.tsx')).NewCollection, <div className="h-32" />)

const chip =
  'flex h-9 max-w-48 shrink-0 items-center gap-2 rounded-control px-2 text-sm font-medium text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink pointer-coarse:h-11'

/** The person's collections side by side, and the button for a new one. Hidden inside a collection. */
export function CollectionStrip({ search, onSearchChange }: SearchProps) {
  const { t } = useLingui()
  const { number } = useFormat()
  const collections = useQueryData(collectionsQuery())
  const [making, setMaking] = useState(false)
  if (search.collection || collections === undefined) return null
  return (
    <>
      <ul aria-label={t`Collections`} className="flex shrink-0 gap-0.5 border-l border-line pl-1.5 ml-1">
        {collections.map((collection) => (
          <li key={collection.id}>
            <Link to="/dashboard" search={{ collection: collection.id }} preload={false} className={chip}>
              <Cover collection={collection} className="size-6 rounded-[4px]" />
              <span className="truncate">{collection.name}</span>
              <span className="tabular font-normal">{number(collection.count)}</span>
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => setMaking(true)} className={chip}>
            <FolderPlus aria-hidden className="size-4.5" strokeWidth={1.75} />
            <span className={collections.length > 0 ? 'sr-only' : 'whitespace-nowrap max-xl:sr-only'}>
              <Trans>New collection</Trans>
            </span>
          </button>
        </li>
      </ul>
      <Dialog open={making} onOpenChange={setMaking} title={<Trans>New collection</Trans>}>
        {making && (
          <NewCollection
            label={t({ message: 'Name', context: 'of a collection' })}
            onCreated={({ id }) => {
              setMaking(false)
              onSearchChange({ collection: id, select: undefined }, { replace: false })
            }}
          />
        )}
      </Dialog>
    </>
  )
}
