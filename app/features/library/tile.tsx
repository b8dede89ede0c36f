import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleSlash, CircleX, EllipsisVertical, Heart, Images, Play, Share2 } from 'lucide-react'
import { type CSSProperties, memo, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { refetchGeneration } from '#app/shell/live/generation-cache.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { resultsOf } from '#app/shell/work/files.ts'
import { toPlainText } from '#app/shell/work/markdown/plain-text.ts'
import { groundOf, ratioOf, stillsOf } from '#app/shell/work/shape.ts'
import { useStatusNames } from '#app/shell/work/status-names.ts'
import { Waveform } from '#app/ui/waveform.tsx'
import { tileStyle } from './justify.ts'
import type { PlaceSearch } from './library-search.ts'
import { useCalmScroll } from './scroll-pace.ts'

/** For works without a shape of their own. */
const cardRatio = 4 / 3

const isVisual = ({ type, files }: Generation) => (type === 'image' || type === 'video') && files.length > 0

/** The ratio of a tile: the work's own within limits. */
export function tileRatio(generation: Generation): number {
  const file = generation.files[0]
  return isVisual(generation) && file ? Math.min(2.4, Math.max(0.5, ratioOf(file))) : cardRatio
}

type TileProps = {
  generation: Generation
  index: number
  /** Position in pixels, once the width is known. Separate numbers, so that a tile that stays is not re-rendered. */
  x?: number
  y?: number
  width?: number
  height?: number
  search: PlaceSearch
  selected: boolean
  /** Whether Tab stops here; arrow keys lead on from it. */
  tabbable: boolean
  /** Opens the work, or selects it during a selection. */
  onPress: (index: number, event: MouseEvent) => void
  onToggle: (index: number, extend: boolean) => void
  onMenu: (index: number, button: HTMLElement) => void
}

const round = 'size-9 place-items-center rounded-control bg-surface/92 text-ink shadow-[0_1px_2px_oklch(0%_0_0/18%)]'
/** Shown on hover or focus. Clipped until then: transparent content would still be painted, on fifty tiles of a scrolling page. */
const onSight =
  '[clip-path:inset(50%)] group-hover/tile:[clip-path:none] group-focus-within/tile:[clip-path:none] group-data-selecting/tiles:[clip-path:none]'

export const Tile = memo(function Tile({
  generation,
  index,
  x,
  y,
  width,
  height,
  search,
  selected,
  tabbable,
  onPress,
  onToggle,
  onMenu,
}: TileProps) {
  const { t } = useLingui()
  const names = useKindNames()
  const { id, type, prompt, title, favorite, shared } = generation
  const name = `${names[type]}: ${(title ?? prompt).slice(0, 160)}`
  const tabIndex = tabbable ? 0 : -1
  const placed = width !== undefined
  const style: CSSProperties = placed ? { width, height, transform: `translate(${x}px, ${y}px)` } : tileStyle(tileRatio(generation))
  return (
    <li
      data-kind={type}
      data-index={index}
      data-selected={selected || undefined}
      className={`group/tile select-none ${placed ? 'absolute top-0 left-0' : 'relative min-w-0'}`}
      style={style}
    >
      <div
        aria-hidden
        className="relative size-full rounded-card bg-wash group-data-selected/tile:ring-3 group-data-selected/tile:ring-ink group-data-selected/tile:ring-inset"
      >
        <div className="relative size-full overflow-hidden rounded-card transition-[scale] duration-150 group-data-selected/tile:scale-94">
          {isVisual(generation) ? <Still generation={generation} /> : <Card generation={generation} />}
        </div>
        <div className="absolute right-2.5 bottom-2.5 flex gap-1.5">
          {shared && (
            <span className="grid size-7 place-items-center rounded-full bg-surface/90">
              <Share2 className="size-4" strokeWidth={1.75} />
            </span>
          )}
          {favorite && (
            <span className="grid size-7 place-items-center rounded-full bg-surface/90">
              <Heart className="size-4 fill-kind-mark text-kind-mark" strokeWidth={1.75} />
            </span>
          )}
        </div>
      </div>
      <Link
        to="/dashboard"
        search={{ ...search, item: id, at: undefined, with: undefined }}
        resetScroll={false}
        preload={false}
        draggable={false}
        tabIndex={tabIndex}
        aria-label={name}
        onClick={(event) => onPress(index, event)}
        className="absolute inset-0 rounded-card transition-colors active:bg-ink/15 [-webkit-touch-callout:none]"
      />
      <label className="absolute top-0 left-0 grid size-13 cursor-pointer place-items-center pointer-coarse:hidden pointer-coarse:group-data-selecting/tiles:grid">
        <span className={`grid ${round} ${onSight}`}>
          <input
            type="checkbox"
            checked={selected}
            tabIndex={tabIndex}
            aria-label={t`Select: ${name}`}
            onChange={() => undefined}
            onClick={(event) => onToggle(index, event.shiftKey)}
            className="size-5 accent-ink"
          />
        </span>
      </label>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-label={t`Actions: ${name}`}
        onClick={(event) => onMenu(index, event.currentTarget)}
        className="absolute top-2 right-2 grid rounded-control group-data-selecting/tiles:hidden pointer-coarse:size-11 pointer-coarse:place-items-center"
      >
        <span
          className={`grid ${round} ${onSight} pointer-coarse:bg-transparent pointer-coarse:shadow-none pointer-coarse:[clip-path:none] ${isVisual(generation) ? 'pointer-coarse:text-white pointer-coarse:[&_svg]:drop-shadow-[0_0_3px_oklch(0%_0_0/80%)]' : ''}`}
        >
          <EllipsisVertical aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
      </button>
    </li>
  )
})

const badge = 'tabular flex h-7 items-center gap-1.5 rounded-full bg-black/60 px-2.5 text-sm text-white'

function Still({ generation: { id, type, files, prompt } }: { generation: Generation }): ReactNode {
  const { clock, number } = useFormat()
  const file = files[0]
  if (!file) return null
  const stills = stillsOf(file)
  const src = stills.src ?? (type === 'image' ? file.url : undefined)
  const count = type === 'image' ? resultsOf(files).length : 1
  return (
    <>
      <span className="absolute inset-0" style={groundOf(file)} />
      {src && <Fading id={id} src={src} srcSet={stills.srcSet} />}
      <span
        aria-hidden
        className="absolute inset-x-0 bottom-0 hidden bg-linear-to-t from-black/75 to-transparent px-3 pt-10 pb-2.5 text-sm text-white transition-opacity pointer-fine:group-focus-within/tile:block pointer-fine:group-hover/tile:block starting:opacity-0"
        style={type === 'video' || count > 1 ? { paddingLeft: '5.5rem' } : undefined}
      >
        <span className="line-clamp-2">{prompt}</span>
      </span>
      <span aria-hidden className="absolute bottom-2.5 left-2.5 flex gap-1.5">
        {type === 'video' && (
          <span className={badge}>
            <Play className="size-3.5 fill-current" strokeWidth={1.75} />
            {clock(file.duration_ms ?? 0)}
          </span>
        )}
        {count > 1 && (
          <span className={badge}>
            <Images className="size-4" strokeWidth={1.75} />
            {number(count)}
          </span>
        )}
      </span>
    </>
  )
}

/**
 * An image that must be fetched fades in; a cached one shows at once, as after scrolling back. While the page is scrolled fast only the
 * placeholder shows: fetching and decoding a hundred images per second would stall it.
 */
function Fading({ id, src, srcSet }: { id: string; src: string; srcSet: string | undefined }) {
  const queryClient = useQueryClient()
  const asked = useRef(false)
  const [loaded, setLoaded] = useState(true)
  const isTime = useCalmScroll()
  if (!isTime) return null
  return (
    <img
      ref={(image) => {
        if (image && !image.complete) setLoaded(false)
      }}
      src={src}
      srcSet={srcSet}
      sizes="(min-width: 40rem) 19rem, 10rem"
      alt=""
      draggable={false}
      decoding="async"
      onLoad={() => setLoaded(true)}
      onError={() => {
        setLoaded(true)
        // The link has expired on a page that was open for hours: one new request.
        if (!asked.current) void refetchGeneration(queryClient, id)
        asked.current = true
      }}
      className={`absolute inset-0 size-full object-cover transition-opacity duration-200 ${loaded ? '' : 'opacity-0'}`}
    />
  )
}

function Card({ generation }: { generation: Generation }) {
  const { clock } = useFormat()
  const statuses = useStatusNames()
  const { type, status, files, prompt, text, error } = generation
  const file = files[0]
  const Icon = status === 'failed' ? CircleX : CircleSlash
  return (
    <span
      className={`flex size-full flex-col rounded-card border border-line p-3.5 transition-colors group-hover/tile:border-edge sm:p-4.5 ${type === 'audio' && file ? 'bg-linear-to-br from-kind-soft to-surface' : 'bg-surface'}`}
    >
      <span className="flex items-center gap-2 text-sm text-ink-soft group-data-selecting/tiles:pl-9 pointer-fine:group-hover/tile:pl-9">
        <KindIcon kind={type} className="size-4.5" />
        {file?.duration_ms != null && <span className="tabular">{clock(file.duration_ms)}</span>}
        {status !== 'succeeded' && (
          <span className={`flex min-w-0 items-center gap-1.5 ${status === 'failed' ? 'text-danger' : ''}`}>
            <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            <span className="truncate">{statuses[status]}</span>
          </span>
        )}
      </span>
      {type === 'audio' && file ? (
        <>
          <Waveform peaks={file.peaks ?? []} bars={30} played={1} className="my-1 min-h-0 w-full flex-1" />
          <span className="line-clamp-2 text-sm max-sm:line-clamp-1">{prompt}</span>
        </>
      ) : (
        <span
          className={`relative mt-2 min-h-0 flex-1 overflow-hidden whitespace-pre-line ${error || text === null ? '' : 'font-serif'} after:absolute after:inset-x-0 after:bottom-0 after:h-3/10 after:bg-linear-to-t after:from-surface after:to-transparent sm:mt-3`}
        >
          {/* A tile shows a few lines; more text would only cost rendering time. */}
          {error?.detail.slice(0, 600) ?? (text === null ? prompt.slice(0, 600) : toPlainText(text.slice(0, 600)))}
        </span>
      )}
    </span>
  )
}
