import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw, Trash2 } from 'lucide-react'
import type { FilmPage } from '#app/contract/films/films.ts'
import { Earlier } from '#app/runs/earlier-works.tsx'
import { useFormat } from '#app/shell/i18n/format.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { CardPicture } from './card-picture.tsx'
import { emptyShot } from './empty-shot.ts'
import { filmsInfiniteQuery } from './films.queries.ts'
import { useFilmTrash } from './use-film-trash.ts'

type FilmItem = FilmPage['items'][number]

/** The person's films, newest first, or those in the trash. */
export function RecentFilms({ trash }: { trash: boolean }) {
  const list = useInfiniteQuery(filmsInfiniteQuery(trash))
  const films = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (films.length === 0)
    return trash ? (
      <p className="text-ink-soft">
        <Trans>No films in the trash.</Trans>{' '}
        <Link to="/dashboard" search={{ film: 'new' }} className="link text-ink">
          <Trans>Back to your films</Trans>
        </Link>
      </p>
    ) : (
      <TrashLink />
    )
  return (
    <div className="grid gap-4">
      <Earlier
        title={trash ? <Trans>Films in the trash</Trans> : <Trans>Your films</Trans>}
        columns="gap-x-5! gap-y-6! grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))]"
        list={list}
      >
        {films.map((film) => (
          <li key={film.id} className="min-w-0">
            <FilmCard film={film} />
          </li>
        ))}
      </Earlier>
      {trash ? (
        <Link to="/dashboard" search={{ film: 'new' }} className="link justify-self-start py-2 text-ink-soft">
          <Trans>Back to your films</Trans>
        </Link>
      ) : (
        <TrashLink />
      )}
    </div>
  )
}

function TrashLink() {
  return (
    <Link to="/dashboard" search={{ film: 'new', trash: true }} className="link justify-self-start py-2 text-sm text-ink-soft">
      <Trans>Films in the trash</Trans>
    </Link>
  )
}

function FilmCard({ film }: { film: FilmItem }) {
  const { t } = useLingui()
  const { relative } = useFormat()
  const { remove, restore } = useFilmTrash()
  const title = film.title || t`Untitled film`
  const shots = t`${plural(film.shots, { one: '# shot', other: '# shots' })}`
  const picture = (
    <span className="relative block aspect-video overflow-hidden rounded-card bg-wash">
      {film.thumbnail_url ? (
        <img src={film.thumbnail_url} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
      ) : (
        <CardPicture shot={{ ...emptyShot, place: title, light: 'dusk' }} roles={{}} shape="16:9" />
      )}
    </span>
  )
  const name = <span className="mt-2 line-clamp-2 font-medium wrap-anywhere">{title}</span>
  return (
    <div>
      {film.deleted_at === null ? (
        <Link to="/dashboard" search={{ film: film.id }} className="block rounded-card">
          {picture}
          {name}
        </Link>
      ) : (
        <>
          {picture}
          {name}
        </>
      )}
      <div className="flex items-center justify-between gap-2 text-sm text-ink-soft">
        <span>
          {shots} · <time dateTime={film.updated_at}>{relative(film.updated_at)}</time>
        </span>
        {film.deleted_at === null ? (
          <IconButton label={t`Delete: ${title}`} onClick={() => void remove(film)} className="-mr-2 hover:text-danger">
            <Trash2 aria-hidden strokeWidth={1.75} />
          </IconButton>
        ) : (
          <IconButton label={t`Restore: ${title}`} onClick={() => void restore(film.id)} className="-mr-2">
            <RotateCcw aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
    </div>
  )
}
