import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { timelineOf } from '#app/contract/films/timeline.ts'
import { partOf } from '#app/contract/films/film-values.ts'
import { isTakenBy } from '#app/shell/shortcuts/keys.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useMediaQuery } from '#app/ui/page/media-query.ts'
import { StillPart } from '#app/ui/page/still-part.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { Animatic } from './animatic.tsx'
import { Board } from './board.tsx'
import { FilmHead } from './film-head.tsx'
import { MakeFilm } from './make-film.tsx'
import { People, RoleDialog } from './people.tsx'
import { PreviewClock } from './preview-clock.ts'
import { UnderWay } from './under-way.tsx'
import { type FilmState, useFilm } from './use-film.ts'
import { useFilmTrash } from './use-film-trash.ts'
import { useShotActions } from './use-shot-actions.ts'

const load = () => import('./film-parts.ts')
const Cut = lazyPart(async () => (await load()).Cut, <div className="h-120" />)
const FilmSettings = lazyPart(async () => (await load()).FilmSettings, <div className="h-120" />)
const ShotPanel = lazyPart(async () => (await load()).ShotPanel, <div className="h-120" />)

type FilmPlace = {
  view?: 'cut' | undefined
  shot?: string | undefined
  onPlaceChange: (change: { view?: 'cut' | undefined; shot?: string | undefined }) => void
}

/** One film: its board or its cut, with a shot in the panel. */
export function FilmView({ id, view, shot: opened, onPlaceChange }: FilmPlace & { id: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const state = useFilm(id)
  const { film, edit } = state
  const timeline = useMemo(() => timelineOf(film), [film])
  const calm = useDeferredValue(useMemo(() => ({ film, slots: timeline.slots, parts: state.parts }), [film, timeline, state.parts]))
  const clock = useState(() => new PreviewClock())[0]
  const [role, setRole] = useState<string | null>(null)
  const [playsAtOnce, setPlaysAtOnce] = useState(false)
  const [hasSettings, setSettings] = useState(false)
  const { remove } = useFilmTrash()
  const onOpen = useCallback((shot: string | undefined) => onPlaceChange({ shot }), [onPlaceChange])
  const actions = useShotActions(state, onOpen)
  const isWide = useMediaQuery('(min-width: 64rem)')
  useUndoKeys(state)

  const at = timeline.slots.findIndex(({ shot }) => shot === opened)
  const slot = timeline.slots[at]
  const shot = slot && film.shots[slot.shot]
  const number = at + 1
  const title = t`Shot ${number}`
  const animatic = state.parts.get(partOf.animatic)
  const whole = state.parts.get(partOf.film)
  // The finished film, as soon as there is one or it is being made.
  const shown = [whole, animatic].find((part) => part?.take ?? part?.run ?? part?.error)
  const isFresh = shown?.state === 'made' && shown.run === null
  const panel = slot && shot && (
    <ShotPanel key={slot.shot} id={id} state={state} slot={slot} shot={shot} actions={actions} onNewRole={() => setRole('new')} />
  )

  return (
    <div data-wide className="grid gap-6 px-4 sm:px-8">
      <FilmHead
        state={state}
        seconds={timeline.seconds}
        view={view ?? 'board'}
        onViewChange={(next) => {
          setPlaysAtOnce(false)
          onPlaceChange({ view: next === 'cut' ? 'cut' : undefined })
        }}
        onPlay={() => {
          onPlaceChange({ view: 'cut' })
          setPlaysAtOnce(true)
          if (isFresh) return
          clock.setTotal(timeline.seconds)
          clock.play(0)
        }}
        onSettings={() => setSettings(true)}
        onDelete={async () => {
          if (await remove({ id })) void navigate({ to: '/dashboard', search: { film: 'new' } })
        }}
        make={<MakeFilm id={id} state={state} part={animatic} />}
      />
      {state.stored.make && state.stored.make.runs > 1 && <UnderWay stored={state.stored} make={state.stored.make} />}
      {shown && <Animatic filmId={id} part={shown} film={film} edit={edit} bare={view === 'cut' && isFresh} />}
      <People film={film} onOpen={setRole} onNew={() => setRole('new')} />
      <div className={`grid grid-cols-1 gap-8 ${panel && isWide ? 'lg:grid-cols-[minmax(0,1fr)_25rem]' : ''}`}>
        <div className="min-w-0">
          {film.order.length === 0 ? (
            <NoShots onAdd={() => actions.add(undefined)} />
          ) : view === 'cut' ? (
            <Cut
              state={state}
              timeline={timeline}
              actions={actions}
              clock={clock}
              animatic={shown}
              playsAtOnce={playsAtOnce}
              onOpen={onOpen}
            />
          ) : (
            <Board {...calm} edit={edit} actions={actions} opened={opened} onOpen={onOpen} />
          )}
        </div>
        {panel && isWide && (
          <SidePanel title={title} shot={slot.shot} onClose={() => onOpen(undefined)}>
            {panel}
          </SidePanel>
        )}
      </div>
      {!isWide && (
        <Sheet open={panel !== undefined} onOpenChange={(open) => open || onOpen(undefined)} title={title}>
          {panel}
        </Sheet>
      )}
      <Sheet open={hasSettings} onOpenChange={setSettings} title={<Trans>Music, voice and look</Trans>}>
        <FilmSettings id={id} state={state} />
      </Sheet>
      <RoleDialog film={film} edit={edit} opened={role} onClose={() => setRole(null)} />
      <StillPart />
    </div>
  )
}

type SidePanelProps = { title: string; shot: string; onClose: () => void; children: ReactNode }

/** The shot next to the board, where there is room. */
function SidePanel({ title, shot, onClose, children }: SidePanelProps) {
  const { t } = useLingui()
  return (
    <aside
      aria-label={title}
      className="sticky top-20 max-h-[calc(100dvh-6rem)] self-start overflow-y-auto rounded-sheet border border-line bg-surface p-6 pt-4"
    >
      <div className="mb-2 flex items-center justify-between">
        <PanelTitle title={title} shot={shot} />
        <IconButton label={t`Close`} onClick={onClose} className="-mr-3">
          <X aria-hidden strokeWidth={1.75} />
        </IconButton>
      </div>
      {children}
    </aside>
  )
}

/** The focus moves to the panel when another shot opens in it, so that it can be read and left by keys. */
function PanelTitle({ title, shot }: { title: string; shot: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(shot)
  useEffect(() => {
    if (first.current === shot) return
    first.current = shot
    heading.current?.focus({ preventScroll: true })
  }, [shot])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
      {title}
    </h2>
  )
}

function NoShots({ onAdd }: { onAdd: () => void }) {
  return (
    <Empty
      title={<Trans>No shots yet</Trans>}
      action={
        <Button onClick={onAdd}>
          <Trans>Add the first shot</Trans>
        </Button>
      }
    >
      <Trans>A shot is what is seen and said between two cuts.</Trans>
    </Empty>
  )
}

/** Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, on any layout. A text field keeps its own. */
function useUndoKeys({ undo, redo }: FilmState) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { code, ctrlKey, metaKey, altKey, shiftKey, target } = event
    if (!(ctrlKey || metaKey) || altKey || isTakenBy(target)) return
    if (code !== 'KeyZ' && !(code === 'KeyY' && !shiftKey)) return
    event.preventDefault()
    void (code === 'KeyZ' && !shiftKey ? undo() : redo())
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
