import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type CSSProperties, type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import { generationQuery, generationsInfiniteQuery } from '#app/shell/generations.queries.ts'
import { KindIcon, kindPaths, useKindNames } from '#app/shell/kinds.tsx'
import { GenerationActions } from '#app/shell/work/generation-actions.tsx'
import { GenerationDetails } from '#app/shell/work/generation-details.tsx'
import { Film, Picture, Prose, ratioOf, Sound } from '#app/shell/work/media.tsx'
import { Outcome, Progress } from '#app/shell/work/status.tsx'
import { isActive } from '#app/shell/generation-state.ts'
import { IconButton } from '#app/ui/button.tsx'
import { Sheet } from '#app/ui/dialog.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { useMediaQuery } from '#app/ui/media-query.ts'
import { useToast } from '#app/ui/toast.tsx'
import type { DashboardProps } from './dashboard-page.tsx'
import { libraryFilter } from './library-search.ts'

const swipeFrom = 56

/** One work over everything else, addressed by `?item=`. Arrow keys and swipes go through the library as it is filtered. */
export function Viewer({ search, onSearchChange }: DashboardProps) {
  const open = search.item !== undefined
  // What was open stays while the dialog fades out.
  const [shown, setShown] = useState(search.item)
  if (search.item && search.item !== shown) setShown(search.item)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onSearchChange({ item: undefined }, { replace: false })}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-40 bg-paper transition-opacity duration-200 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
          {shown && <Opened id={shown} search={search} onSearchChange={onSearchChange} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Opened({ id, search, onSearchChange }: DashboardProps & { id: string }) {
  const { t } = useLingui()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(generationsInfiniteQuery(libraryFilter(search)))
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const at = items.findIndex((item) => item.id === id)
  const single = useQuery({ ...generationQuery(id), enabled: at === -1 })
  const generation = items[at] ?? single.data
  const previous = at > 0 ? items[at - 1]?.id : undefined
  const next = at === -1 ? undefined : items[at + 1]?.id

  useEffect(() => {
    if (at >= items.length - 3 && at !== -1 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [at, items.length, hasNextPage, isFetchingNextPage, fetchNextPage])

  const show = (item: string | undefined) => item && onSearchChange({ item }, { replace: true })
  const close = () => onSearchChange({ item: undefined }, { replace: false })

  // On the window, because the focus may be on a button that has just gone; capturing, because the dialog keeps arrow keys to itself.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const own = event.target instanceof HTMLElement && event.target.closest('input, textarea, video, [role="menu"], [role="alertdialog"]')
    if (own || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return
    if (event.key === 'ArrowRight') show(next)
    else if (event.key === 'ArrowLeft') show(previous)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])

  const arrow = 'absolute top-1/2 z-10 -translate-y-1/2 bg-surface/85 pointer-coarse:hidden'
  return (
    <div data-kind={generation?.type} className="flex size-full flex-col lg:grid lg:grid-cols-[1fr_25rem]">
      <Swipeable onPrevious={() => show(previous)} onNext={() => show(next)}>
        <Dialog.Close
          render={
            <IconButton label={t`Close`} className="absolute top-3 left-3 z-10 bg-surface/85">
              <X aria-hidden strokeWidth={1.75} />
            </IconButton>
          }
        />
        {previous && (
          <IconButton label={t`Newer`} onClick={() => show(previous)} className={`${arrow} left-3`}>
            <ChevronLeft aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
        {next && (
          <IconButton label={t`Older`} onClick={() => show(next)} className={`${arrow} right-3`}>
            <ChevronRight aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
        {generation ? <Work key={id} generation={generation} /> : <Missing failed={single.isError} />}
      </Swipeable>
      {generation && (
        <Side generation={generation} onStarted={close} onRemoved={() => ((next ?? previous) ? show(next ?? previous) : close())} />
      )}
      {!generation && <Dialog.Title className="sr-only">{t`Work`}</Dialog.Title>}
    </div>
  )
}

type SwipeableProps = { onPrevious: () => void; onNext: () => void; children: ReactNode }

/** The stage. A finger that moves sideways far enough goes on; a film's own controls at its foot are left alone. */
function Swipeable({ onPrevious, onNext, children }: SwipeableProps) {
  const start = useRef<{ x: number; y: number } | null>(null)
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const target = event.target instanceof Element ? event.target : null
    const film = target?.closest('video')?.getBoundingClientRect()
    const onControls = target?.closest('input, button, a') !== null || (film !== undefined && event.clientY > film.bottom - 72)
    start.current = event.pointerType === 'touch' && event.isPrimary && !onControls ? { x: event.clientX, y: event.clientY } : null
  }
  function onPointerUp(event: PointerEvent<HTMLElement>) {
    if (!start.current) return
    const dx = event.clientX - start.current.x
    const dy = event.clientY - start.current.y
    start.current = null
    if (Math.abs(dx) < swipeFrom || Math.abs(dx) < Math.abs(dy) * 1.5) return
    if (dx < 0) onNext()
    else onPrevious()
  }
  return (
    <div
      className="relative min-h-0 min-w-0 flex-1 touch-pan-y bg-wash"
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (start.current = null)}
    >
      {children}
    </div>
  )
}

function Work({ generation }: { generation: Generation }) {
  const { type, status, files, text } = generation
  const file = files[0]
  if (type === 'text' && (text || isActive(generation))) {
    return (
      <div className="size-full touch-pan-y overflow-y-auto bg-paper px-6 pt-20 pb-12 sm:px-16">
        <div className="mx-auto max-w-reading">
          {isActive(generation) && <Progress generation={generation} className="mb-6" />}
          <Prose text={text ?? ''} writing={isActive(generation)} />
        </div>
      </div>
    )
  }
  if (status !== 'succeeded' || !file) {
    return (
      <div className="grid size-full place-items-center p-8">
        <div className="w-full max-w-96">
          {isActive(generation) ? <Progress generation={generation} /> : <Outcome generation={generation} />}
        </div>
      </div>
    )
  }
  if (type === 'audio') {
    return (
      <div className="grid size-full place-items-center p-6 sm:p-20">
        <div className="w-full max-w-3xl rounded-sheet border border-line bg-surface p-6 sm:p-10">
          <Sound generation={generation} file={file} />
        </div>
      </div>
    )
  }
  const ratio = ratioOf(file)
  // As large as the stage allows, at the true ratio.
  const frame: CSSProperties = { aspectRatio: String(ratio), width: `min(100cqw, calc(100cqh * ${ratio.toFixed(4)}))` }
  return (
    <div className="@container-size absolute inset-0 grid place-items-center dark:bg-black lg:px-18 lg:py-6">
      <div className="relative overflow-hidden lg:rounded-card" style={frame}>
        {type === 'image' ? (
          <Picture generation={generation} file={file} sizes="contain" />
        ) : (
          <Film generation={generation} file={file} autoPlay />
        )}
      </div>
    </div>
  )
}

function Side({ generation, onStarted, onRemoved }: { generation: Generation; onStarted: () => void; onRemoved: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const names = useKindNames()
  const navigate = useNavigate()
  const wide = useMediaQuery('(min-width: 64rem)')
  const [details, setDetails] = useState(false)
  const { type, prompt, model } = generation
  return (
    <aside className="flex min-h-0 shrink-0 flex-col border-line max-lg:border-t max-lg:bg-surface lg:border-l">
      <div className="px-5 pt-3 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:border-b lg:border-line lg:px-6 lg:py-4">
        <Dialog.Title className="flex items-center gap-2.5 text-xl max-lg:sr-only lg:mb-1.5">
          <KindIcon kind={type} />
          {names[type]}
        </Dialog.Title>
        <p className="line-clamp-2 lg:hidden">{prompt}</p>
        <GenerationActions
          key={generation.id}
          generation={generation}
          onReuse={() => void navigate({ to: kindPaths[type], search: { prompt, model } })}
          onDetails={wide ? undefined : () => setDetails(true)}
          onStarted={() => {
            toast({ title: t`Started.` })
            onStarted()
          }}
          onRemoved={onRemoved}
        />
      </div>
      {wide && (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-5 max-lg:hidden">
          <GenerationDetails generation={generation} />
        </div>
      )}
      <Sheet open={details && !wide} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
        <GenerationDetails generation={generation} />
      </Sheet>
    </aside>
  )
}

function Missing({ failed }: { failed: boolean }) {
  if (!failed) return null
  return (
    <div className="grid size-full place-items-center">
      <Empty title={<Trans>This work is not here</Trans>}>
        <Trans>It may have been deleted, or it belongs to another account.</Trans>
      </Empty>
    </div>
  )
}
