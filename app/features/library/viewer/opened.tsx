import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GenerationFile } from '#app/contract/runs/generations.ts'
import { generationQuery, generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { areShortcutsOn } from '#app/shell/shortcuts/preference.ts'
import { resultsOf } from '#app/runs/files.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { libraryFilter, type OpenedSearch, type SearchProps } from '../library-search.ts'
import { PictureStage, type StageKeys } from './picture-stage.tsx'
import { Side } from './side.tsx'
import { Strip } from './strip.tsx'
import { Swipeable } from './swipeable.tsx'
import { type CompareMode, useCompared } from './use-compared.ts'
import { Work } from './work.tsx'

export type OpenedProps = SearchProps & { id: string; opened: OpenedSearch; close: () => void }

/** The open work with links to its neighbors, and its details and actions at its side. */
// oxlint-disable-next-line max-lines-per-function -- A hook whose handlers share one state.
export function Opened({ id, search, opened, onSearchChange, close }: OpenedProps) {
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
  const index = Math.min(opened.at ?? 0, Math.max(0, results.length - 1))
  const file = results[index]

  const stage = useRef<HTMLDivElement>(null)
  const keys = useRef<StageKeys | null>(null)
  const [zoomed, setZoomed] = useState(false)
  const [mode, setMode] = useState<CompareMode>('split')
  const compared = useCompared({ generation, index, items, wanted: opened.with })
  const comparing = opened.with !== undefined

  const show = (item: string | undefined, shownAt?: number) =>
    item && onSearchChange({ item, at: shownAt, with: undefined }, { replace: true })
  const compare = (key: string | undefined) => onSearchChange({ with: key }, { replace: true })
  // The arrows lead through the results of one work, then to the next work.
  const goOn = index < results.length - 1 ? () => show(id, index + 1) : next ? () => show(next) : undefined
  const lastOfPrevious = at > 0 ? resultsOf(items[at - 1]?.files ?? []).length - 1 : 0
  const goBack =
    index > 0 ? () => show(id, index - 1) : previous ? () => show(previous, lastOfPrevious > 0 ? lastOfPrevious : undefined) : undefined

  usePreload(generation?.type === 'image' ? [results[index + 1], items[at + 1]?.files[0]] : [])

  const toggleCompare = () => {
    if (comparing) compare(undefined)
    else if (compared.candidates[0]) compare(compared.candidates[0].key)
  }
  const toggleFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void stage.current?.requestFullscreen().catch(() => undefined)
  }

  // On the window, because the focus may be on a removed button; in the capture phase, because the dialog stops arrow keys.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const own =
      event.target instanceof HTMLElement &&
      event.target.closest(
        'input, textarea, select, [data-own-keys], [role="menu"], [role="listbox"], [role="alertdialog"], [role="slider"]',
      )
    if (own || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return
    // Another dialog is open above this one, unless the focus is on an element around both.
    const { target } = event
    if (target instanceof HTMLElement && !target.closest('[data-viewer]') && !target.querySelector('[data-viewer]')) return
    if (event.key === 'Escape' && comparing) {
      event.stopPropagation()
      event.preventDefault()
      compare(undefined)
      return
    }
    if (keys.current?.(event)) return event.preventDefault()
    if (event.key === 'ArrowRight') goOn?.()
    else if (event.key === 'ArrowLeft') goBack?.()
    else if (generation?.type === 'image' && areShortcutsOn()) {
      if (event.code === 'KeyF') toggleFull()
      else if (event.code === 'KeyC') toggleCompare()
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])

  const arrow = 'absolute top-1/2 z-10 -translate-y-1/2 bg-surface/85 pointer-coarse:hidden'
  const isPicture = generation?.type === 'image' && generation.status === 'succeeded' && file
  return (
    <div data-viewer data-kind={generation?.type} className="flex size-full flex-col lg:grid lg:grid-cols-[1fr_26rem]">
      <Swipeable ref={stage} disabled={zoomed || comparing} onPrevious={() => goBack?.()} onNext={() => goOn?.()}>
        <Dialog.Close
          render={
            <IconButton label={t`Close`} className="absolute top-3 left-3 z-10 bg-surface/85">
              <X aria-hidden strokeWidth={1.75} />
            </IconButton>
          }
        />
        {goBack && !comparing && (
          <IconButton label={index > 0 ? t`Previous image` : t`Newer`} onClick={goBack} className={`${arrow} left-3`}>
            <ChevronLeft aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
        {goOn && !comparing && (
          <IconButton label={index < results.length - 1 ? t`Next image` : t`Older`} onClick={goOn} className={`${arrow} right-3`}>
            <ChevronRight aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
        {isPicture ? (
          <PictureStage
            key={`${id} ${index} ${comparing} ${mode}`}
            generation={generation}
            file={file}
            hasStrip={results.length > 1 || comparing}
            comparing={comparing}
            compared={compared}
            mode={mode}
            onMode={setMode}
            onCompare={compare}
            onToggleCompare={compared.candidates.length > 0 || comparing ? toggleCompare : undefined}
            onFullScreen={toggleFull}
            onZoomed={setZoomed}
            keys={keys}
          />
        ) : generation ? (
          <Work key={`${id} ${index}`} generation={generation} file={file} />
        ) : (
          <Missing failed={single.isError} />
        )}
        {results.length > 1 && !comparing && <Strip files={results} index={index} onShow={(one) => show(id, one)} />}
      </Swipeable>
      {generation && (
        <Side
          generation={generation}
          file={file}
          onStarted={close}
          onRemoved={() => ((next ?? previous) ? show(next ?? previous) : close())}
        />
      )}
      {!generation && <Dialog.Title className="sr-only">{t`Result`}</Dialog.Title>}
    </div>
  )
}

/** Preloads the neighbors' images. */
function usePreload(files: readonly (GenerationFile | undefined)[]) {
  const urls = files.flatMap((file) => (file?.media_type.startsWith('image/') ? [file.url] : [])).join('\n')
  useEffect(() => {
    if (!urls) return
    const timer = setTimeout(() => {
      for (const url of urls.split('\n')) new Image().src = url
    }, 400)
    return () => clearTimeout(timer)
  }, [urls])
}

function Missing({ failed }: { failed: boolean }) {
  if (!failed) return null
  return (
    <div className="grid size-full place-items-center">
      <Empty title={<Trans>This result isn’t here</Trans>}>
        <Trans>It may have been deleted or belong to another account.</Trans>
      </Empty>
    </div>
  )
}
