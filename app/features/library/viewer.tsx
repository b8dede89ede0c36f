import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type CSSProperties, type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Generation, GenerationFile } from '#app/contract/generations.ts'
import { generationQuery, generationsInfiniteQuery } from '#app/shell/generations.queries.ts'
import { KindIcon, kindPaths, useKindNames } from '#app/shell/kinds.tsx'
import { resultsOf } from '#app/shell/work/files.ts'
import { GenerationActions } from '#app/shell/work/generation-actions.tsx'
import { GenerationDetails } from '#app/shell/work/generation-details.tsx'
import { Film, Picture, Prose, ratioOf, Sound, stillsOf } from '#app/shell/work/media.tsx'
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
  const close = useClose(onSearchChange)
  // What was open stays while the dialog fades out.
  const [shown, setShown] = useState(search.item)
  if (search.item && search.item !== shown) setShown(search.item)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-40 bg-paper transition-opacity duration-200 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
          {shown && <Opened id={shown} search={search} onSearchChange={onSearchChange} close={close} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Back to the feed for whoever came from there; else only what is open is closed. */
function useClose(onSearchChange: DashboardProps['onSearchChange']): () => void {
  const router = useRouter()
  const from = useLocation({ select: ({ state }) => state.openedFrom })
  return () => {
    if (from) router.history.back()
    else onSearchChange({ item: undefined, at: undefined }, { replace: false })
  }
}

function Opened({ id, search, onSearchChange, close }: DashboardProps & { id: string; close: () => void }) {
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

  const results = resultsOf(generation?.files ?? [])
  const index = Math.min(search.at ?? 0, Math.max(0, results.length - 1))
  const file = results[index]

  const show = (item: string | undefined, at?: number) => item && onSearchChange({ item, at }, { replace: true })
  // Through the results of one work first, then on to the next.
  const goOn = index < results.length - 1 ? () => show(id, index + 1) : next ? () => show(next) : undefined
  const lastOfPrevious = at > 0 ? resultsOf(items[at - 1]?.files ?? []).length - 1 : 0
  const goBack =
    index > 0 ? () => show(id, index - 1) : previous ? () => show(previous, lastOfPrevious > 0 ? lastOfPrevious : undefined) : undefined

  // On the window, because the focus may be on a button that has just gone; capturing, because the dialog keeps arrow keys to itself.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const own = event.target instanceof HTMLElement && event.target.closest('input, textarea, video, [role="menu"], [role="alertdialog"]')
    if (own || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return
    if (event.key === 'ArrowRight') goOn?.()
    else if (event.key === 'ArrowLeft') goBack?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])

  const arrow = 'absolute top-1/2 z-10 -translate-y-1/2 bg-surface/85 pointer-coarse:hidden'
  return (
    <div data-kind={generation?.type} className="flex size-full flex-col lg:grid lg:grid-cols-[1fr_25rem]">
      <Swipeable onPrevious={() => goBack?.()} onNext={() => goOn?.()}>
        <Dialog.Close
          render={
            <IconButton label={t`Close`} className="absolute top-3 left-3 z-10 bg-surface/85">
              <X aria-hidden strokeWidth={1.75} />
            </IconButton>
          }
        />
        {goBack && (
          <IconButton label={index > 0 ? t`Previous picture` : t`Newer`} onClick={goBack} className={`${arrow} left-3`}>
            <ChevronLeft aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
        {goOn && (
          <IconButton label={index < results.length - 1 ? t`Next picture` : t`Older`} onClick={goOn} className={`${arrow} right-3`}>
            <ChevronRight aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
        {generation ? <Work key={`${id} ${index}`} generation={generation} file={file} /> : <Missing failed={single.isError} />}
        {results.length > 1 && <Strip files={results} index={index} onShow={(one) => show(id, one)} />}
      </Swipeable>
      {generation && (
        <Side
          generation={generation}
          file={file}
          onStarted={close}
          onRemoved={() => ((next ?? previous) ? show(next ?? previous) : close())}
        />
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

type StripProps = { files: readonly GenerationFile[]; index: number; onShow: (index: number) => void }

/** All results of one work in small, to go to any of them. */
function Strip({ files, index, onShow }: StripProps) {
  const { t } = useLingui()
  const count = files.length
  return (
    <div
      role="group"
      aria-label={t`Pictures of this work`}
      className="absolute bottom-3 left-1/2 z-10 flex -translate-x-1/2 gap-1.5 rounded-card bg-surface/85 p-1.5"
    >
      {files.map((file, at) => {
        const place = at + 1
        return (
          <button
            key={file.id}
            type="button"
            aria-label={t`Picture ${place} of ${count}`}
            aria-current={at === index}
            onClick={() => onShow(at)}
            className="size-11 overflow-hidden rounded-[8px] opacity-65 outline-offset-1 transition-opacity hover:opacity-100 aria-current:opacity-100 aria-current:ring-2 aria-current:ring-kind"
          >
            <img src={file.thumbnail_url ?? stillsOf(file).src ?? file.url} alt="" className="size-full object-cover" />
          </button>
        )
      })}
    </div>
  )
}

function Work({ generation, file }: { generation: Generation; file: GenerationFile | undefined }) {
  const { type, status, text } = generation
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
    <div className="absolute inset-0 dark:bg-black">
      <div
        // Room for the strip below several results.
        className={`@container-size absolute inset-x-0 top-0 grid place-items-center lg:px-18 lg:pt-6 ${resultsOf(generation.files).length > 1 ? 'bottom-20' : 'bottom-0 lg:pb-6'}`}
      >
        <div className="relative overflow-hidden lg:rounded-card" style={frame}>
          {type === 'image' ? (
            <Picture generation={generation} file={file} sizes="contain" />
          ) : (
            <Film generation={generation} file={file} autoPlay />
          )}
        </div>
      </div>
    </div>
  )
}

type SideProps = { generation: Generation; file: GenerationFile | undefined; onStarted: () => void; onRemoved: () => void }

function Side({ generation, file, onStarted, onRemoved }: SideProps) {
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
          file={file}
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
          <GenerationDetails generation={generation} file={file} />
        </div>
      )}
      <Sheet open={details && !wide} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
        <GenerationDetails generation={generation} file={file} />
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
