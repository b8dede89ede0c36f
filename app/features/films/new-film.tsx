import { Trans } from '@lingui/react/macro'
import { FilmForm } from './film-form.tsx'
import { RecentFilms } from './recent-films.tsx'

/** The form of a film, and the films before. */
export function NewFilm({ trash }: { trash: boolean }) {
  return (
    <div className="grid gap-10">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Film</Trans>
        </h1>
        <p className="max-w-reading text-lg text-ink-soft">
          <Trans>A script becomes shots that you can watch at once, change one by one, and make into a video with voices and music.</Trans>
        </p>
      </div>
      {!trash && <FilmForm />}
      <RecentFilms trash={trash} />
    </div>
  )
}
