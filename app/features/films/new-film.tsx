import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '#app/shell/data/session.queries.ts'
import { filmSample } from '#app/shell/media/film-sample.ts'
import { FilmForm } from './film-form.tsx'
import { RecentFilms } from './recent-films.tsx'

/** The beginning of a film that the example makes, with its captions. */
function Example() {
  const { t } = useLingui()
  const { locale } = useSession()
  const { title, src, still, captions, width, height } = filmSample(locale)
  return (
    <video
      controls
      playsInline
      preload="none"
      src={src}
      poster={still}
      width={width}
      height={height}
      aria-label={t`Example: ${title}`}
      className="h-auto w-full rounded-card bg-wash"
    >
      <track kind="captions" src={captions} label={t`Subtitles`} default />
    </video>
  )
}

/** The form of a film, and the films before. */
export function NewFilm({ trash }: { trash: boolean }) {
  return (
    <div className="grid gap-10">
      <div className="grid items-center gap-x-10 gap-y-4 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-1">
          <h1 className="text-3xl">
            <Trans>Film</Trans>
          </h1>
          <p className="max-w-reading text-lg text-ink-soft">
            <Trans>
              A script becomes shots that you can watch at once, change one by one, and make into a video with voices and music.
            </Trans>
          </p>
        </div>
        {!trash && <Example />}
      </div>
      {!trash && <FilmForm />}
      <RecentFilms trash={trash} />
    </div>
  )
}
