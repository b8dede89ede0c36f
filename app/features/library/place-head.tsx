import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, SquareCheck, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { collectionsQuery, librarySummaryQuery } from '#app/shell/data/library.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import * as config from '#config'
import type { SearchProps } from './library-search.ts'
import type { Selection } from './use-selection.ts'

// Lazy-loaded, because most people stay in the library itself.
export const loadPlaceActions = () => import('./place-actions.tsx')
const EmptyTrash = lazyPart(async () => (await loadPlaceActions()).EmptyTrash)
const CollectionActions = lazyPart(async () => (await loadPlaceActions()).CollectionActions, <div className="size-11" />)

type PlaceHeadProps = SearchProps & { selection: Selection }

/** The heading of the current place, with the number of works and actions on all of them; those of the library itself are in its bar. */
export function PlaceHead(props: PlaceHeadProps) {
  const { search, onSearchChange, selection } = props
  const { t } = useLingui()
  const summary = useQueryData(librarySummaryQuery())
  const collections = useQueryData(collectionsQuery())
  const collection = collections?.find(({ id }) => id === search.collection)
  const choose = <ChooseButton selection={selection} />
  const back = (
    <IconButton
      label={t`Back to the library`}
      className="-ml-3"
      onClick={() => onSearchChange({ trash: undefined, collection: undefined, select: undefined }, { replace: false })}
    >
      <ArrowLeft aria-hidden strokeWidth={1.75} />
    </IconButton>
  )
  if (search.trash) {
    const days = config.library.trash.maxAge / 86_400
    return (
      <Frame
        before={back}
        title={<Trans>Trash</Trans>}
        count={summary?.trash}
        note={
          <Plural
            value={days}
            one="Results stay here for # day, then they’re deleted permanently."
            other="Results stay here for # days, then they’re deleted permanently."
          />
        }
      >
        {choose}
        <EmptyTrash count={summary?.trash ?? 0} onEmptied={() => onSearchChange({ select: undefined }, { replace: true })} />
      </Frame>
    )
  }
  if (search.collection) {
    return (
      <Frame before={back} title={collection?.name ?? <Trans>Collection</Trans>} count={collection?.count}>
        {choose}
        {collection && (
          <CollectionActions
            key={collection.id}
            collection={collection}
            onDeleted={() => onSearchChange({ collection: undefined, select: undefined }, { replace: true })}
          />
        )}
      </Frame>
    )
  }
  return (
    <h2 id="library" className="sr-only">
      <Trans>Library</Trans>
    </h2>
  )
}

/** Starts and ends a selection. */
export function ChooseButton({ selection }: { selection: Selection }) {
  const { t } = useLingui()
  return (
    <IconButton
      label={selection.active ? t`Stop selecting` : t`Select results`}
      aria-pressed={selection.active}
      onClick={() => (selection.active ? selection.end() : selection.begin())}
      className="aria-pressed:bg-ink aria-pressed:text-paper"
    >
      <SquareCheck aria-hidden strokeWidth={1.75} />
    </IconButton>
  )
}

/** Opens the trash, with the number of its results. */
export function TrashButton({ onSearchChange }: Pick<SearchProps, 'onSearchChange'>) {
  const { t } = useLingui()
  const { number } = useFormat()
  const summary = useQueryData(librarySummaryQuery())
  return (
    <Button
      variant="ghost"
      size="sm"
      title={t`Trash`}
      className="min-w-11 pointer-fine:min-h-11"
      onClick={() => onSearchChange({ trash: true, select: undefined, status: undefined }, { replace: false })}
    >
      <Trash2 aria-hidden className="size-5" strokeWidth={1.75} />
      <span className="sr-only">
        <Trans>Trash</Trans>
      </span>
      {summary !== undefined && summary.trash > 0 && <span className="tabular text-ink-soft">{number(summary.trash)}</span>}
    </Button>
  )
}

type FrameProps = {
  before?: ReactNode
  title: ReactNode
  count: number | undefined
  note?: ReactNode
  children: ReactNode
}

function Frame({ before, title, count, note, children }: FrameProps) {
  const { number } = useFormat()
  return (
    <div className="mb-2 px-4 sm:px-6">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1">
        {before}
        <h2 id="library" className="min-w-28 flex-1 text-2xl wrap-anywhere">
          {title}
          {count !== undefined && count > 0 && (
            <span className="ml-2.5 text-base font-normal tracking-normal text-ink-soft">{number(count)}</span>
          )}
        </h2>
        <div className="ml-auto flex flex-wrap items-center gap-1">{children}</div>
      </div>
      {note && <p className="mt-1 text-ink-soft">{note}</p>}
    </div>
  )
}
