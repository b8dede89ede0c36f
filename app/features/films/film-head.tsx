import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Play, Redo2, Settings2, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { filmLimits } from '#app/contract/films/film-values.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import type { FilmState } from './use-film.ts'

type FilmHeadProps = {
  state: FilmState
  seconds: number
  view: 'board' | 'cut'
  onViewChange: (view: 'board' | 'cut') => void
  onPlay: () => void
  onSettings: () => void
  onDelete: () => void
  /** The button that makes the film. */
  make: ReactNode
}

/** The film's title, its length against the one that was asked for, and what can be done with all of it. */
export function FilmHead({ state, seconds, view, onViewChange, onPlay, onSettings, onDelete, make }: FilmHeadProps) {
  const { t } = useLingui()
  const { film, stored, edit } = state
  const title = film.title.trim() || t`Untitled film`
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <Link to="/dashboard" search={{ film: 'new' }} className="link inline-flex min-h-8 items-center text-sm text-ink-soft">
            <Trans>Films</Trans>
          </Link>
          <h1 className="sr-only">{title}</h1>
          <input
            aria-label={t`Title of the film`}
            value={film.title}
            maxLength={filmLimits.title}
            placeholder={t`Untitled film`}
            onChange={(event) => {
              const { value } = event.target
              edit((before) => ({ ...before, title: value }))
            }}
            className="-mx-2 block w-[calc(100%+1rem)] rounded-control bg-transparent px-2 py-1 text-2xl font-semibold tracking-tight text-ellipsis transition-colors outline-none hover:bg-ink/5 focus-visible:bg-ink/5 sm:text-3xl"
          />
          <Facts film={film} seconds={seconds} />
        </div>
        <div className="flex items-center gap-2 max-sm:w-full">{make}</div>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Segmented
          label={t`View`}
          hideLabel
          value={view}
          onValueChange={onViewChange}
          items={[
            { value: 'board', label: t`Board` },
            { value: 'cut', label: t({ message: 'Cut', context: 'view of a film' }) },
          ]}
        />
        {view === 'board' && (
          <Button variant="secondary" onClick={onPlay} disabled={film.order.length === 0} className="sm:ml-1">
            <Play aria-hidden className="size-4.5 fill-current" />
            <span className="max-sm:sr-only">
              <Trans>Play</Trans>
            </span>
          </Button>
        )}
        <span className="flex">
          <IconButton
            label={t`Undo`}
            aria-keyshortcuts="Control+Z Meta+Z"
            disabled={!stored.undoable && state.isSaved}
            onClick={() => void state.undo()}
          >
            <Undo2 aria-hidden strokeWidth={1.75} />
          </IconButton>
          <IconButton
            label={t`Redo`}
            aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
            disabled={!stored.redoable}
            onClick={() => void state.redo()}
          >
            <Redo2 aria-hidden strokeWidth={1.75} />
          </IconButton>
          <IconButton label={t`Music, voice and look`} onClick={onSettings}>
            <Settings2 aria-hidden strokeWidth={1.75} />
          </IconButton>
          <IconButton label={t`Delete the film`} onClick={onDelete} className="hover:text-danger">
            <Trash2 aria-hidden strokeWidth={1.75} />
          </IconButton>
        </span>
        <SaveNote state={state} />
      </div>
    </header>
  )
}

/** "8 shots · 0:34 of 0:30 · 4 s longer than your 30 s". */
function Facts({ film, seconds }: { film: FilmDocument; seconds: number }) {
  const { t } = useLingui()
  const { clock, number } = useFormat()
  const shots = t`${plural(film.order.length, { one: '# shot', other: '# shots' })}`
  const [now, asked] = [clock(seconds * 1_000), clock(film.seconds * 1_000)]
  const over = Math.round(seconds - film.seconds)
  const [extra, aim] = [number(over), number(film.seconds)]
  return (
    <p className="text-ink-soft">
      {shots} · {t`${now} of ${asked}`} ·{' '}
      {over > 0 ? <span className="text-warn">{t`${extra} s longer than your ${aim} s`}</span> : t`Fits your ${aim} s`}
    </p>
  )
}

/** Whether everything is saved; an error names its cause, and is tried again. */
function SaveNote({ state: { isSaved, failure, save } }: { state: FilmState }) {
  const message = useFailureMessage()
  if (failure) {
    const [field] = Object.values(failure.fields ?? {})
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-2 text-sm text-danger">
        <span>
          <Trans>Not saved.</Trans> {field?.detail ?? message(failure)}
        </span>
        <Button variant="ghost" size="sm" onClick={() => void save()}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    )
  }
  return (
    <p role="status" className="ml-auto text-sm text-ink-soft">
      {isSaved ? <Trans>All changes saved</Trans> : <Trans>Saving…</Trans>}
    </p>
  )
}
