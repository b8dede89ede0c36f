import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { CircleSlash, CircleX, EllipsisVertical, Heart, Hourglass, Images, Play, Share2 } from 'lucide-react'
import { type CSSProperties, memo, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { startOfText } from '#app/contract/base/start-of-text.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { refetchGeneration } from '#app/shell/live/generation-cache.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { resultsOf } from '#app/runs/files.ts'
import { toPlainText } from '#app/runs/markdown/plain-text.ts'
import { expectedRatio, groundOf, ratioOf, stillsOf } from '#app/runs/stills.ts'
import { useStatusNames } from '#app/runs/status-names.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { mayPlayUnasked } from '#app/ui/media/may-play-unasked.ts'
import { Waveform } from '#app/ui/media/waveform.tsx'
import { tileStyle } from './justify.ts'
import { useCalmScroll } from './scroll-pace.ts'

/** Lazy-loaded when the mouse is first on a film. */
const HoverFilm = lazyPart(async () => (await import('./hover-film.tsx')).HoverFilm)

/** Ratio of works without a shape, such as texts. */
const cardRatio = 4 / 3

/** Number of tiles in the first window of a wide screen, about. */
const firstTiles = 8

/** An answer with images is shown by the first of them. */
const isVisual = ({ type, files }: Generation) => type !== 'audio' && files.length > 0

/** The ratio of a tile: the work's own within limits. An unfinished image or video has that of its result, and room for its status. */
export function tileRatio(generation: Generation): number {
  const { type, files } = generation
  const file = files[0]
  if (isVisual(generation) && file) return Math.min(2.4, Math.max(0.5, ratioOf(file)))
  if (isActive(generation) && (type === 'image' || type === 'video')) return Math.min(2.4, Math.max(1, expectedRatio(generation)))
  return cardRatio
}

type TileProps = {
  generation: Generation
  index: number
  /** Position in pixels, once the width is known. Separate numbers, so that an unchanged tile is not re-rendered. */
  x?: number
  y?: number
  width?: number
  height?: number
  /** The address of the library, to which the work's id is added. */
  href: string
  selected: boolean
  /** Whether the tab order stops here; arrow keys move on from it. */
  tabbable: boolean
  /** Opens the work, or toggles it during a selection. */
  onPress: (index: number, event: MouseEvent) => void
  onToggle: (index: number, extend: boolean) => void
  onMenu: (index: number, button: HTMLElement) => void
}

export const Tile = memo(function Tile({
  generation,
  index,
  x,
  y,
  width,
  height,
  href,
  selected,
  tabbable,
  onPress,
  onToggle,
  onMenu,
}: TileProps) {
  const { t } = useLingui()
  const names = useKindNames()
  const workName = useWorkName()
  const { id, type, favorite, shared } = generation
  const name = `${names[type]}: ${startOfText(workName(generation), 160)}`
  const tabIndex = tabbable ? 0 : -1
  const placed = width !== undefined
  // Absolute positions instead of a transform, which would count as a layout shift when it replaces the unplaced HTML of the server.
  const style: CSSProperties = placed ? { width, height, left: x, top: y } : tileStyle(tileRatio(generation))
  const visual = isVisual(generation)
  const [pointed, setPointed] = useState(false)
  return (
    <li
      data-kind={type}
      data-index={index}
      data-selected={selected || undefined}
      className={`group/tile tile ${placed ? 'tile-placed' : ''}`}
      style={style}
      onPointerEnter={({ pointerType }) => type === 'video' && visual && pointerType === 'mouse' && setPointed(mayPlayUnasked())}
      onPointerLeave={() => setPointed(false)}
    >
      <div aria-hidden className="tile-face">
        {visual ? (
          <Still generation={generation} complete={placed} first={index < firstTiles} plays={pointed} />
        ) : (
          <Card generation={generation} />
        )}
        {(shared || favorite) && (
          <div className="tile-marks">
            {shared && (
              <span className="tile-mark">
                <Share2 className="size-4" strokeWidth={1.75} />
              </span>
            )}
            {favorite && (
              <span className="tile-mark">
                <Heart className="size-4 fill-kind-mark text-kind-mark" strokeWidth={1.75} />
              </span>
            )}
          </div>
        )}
      </div>
      <a
        href={href + id}
        draggable={false}
        tabIndex={tabIndex}
        aria-label={name}
        onClick={(event) => onPress(index, event)}
        className="tile-link"
      />
      {/* Omitted from the server's HTML, because these need scripts and are hidden until a hover. */}
      {placed && (
        <>
          <label className="tile-select">
            <span className="tile-action">
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
            className={visual ? 'tile-menu tile-menu-on-image' : 'tile-menu'}
          >
            <span className="tile-action">
              <EllipsisVertical aria-hidden className="size-5" strokeWidth={1.75} />
            </span>
          </button>
        </>
      )}
    </li>
  )
})

type StillProps = {
  generation: Generation
  /** Whether to include content that is visible on hover only. */
  complete: boolean
  /** Whether the tile is likely to be in the first window. */
  first: boolean
  /** Whether a film plays over its still. */
  plays: boolean
}

function Still({ generation, complete, first, plays }: StillProps): ReactNode {
  const { id, type, files, prompt } = generation
  const workName = useWorkName()
  const { clock, number } = useFormat()
  const file = files[0]
  if (!file) return null
  const stills = stillsOf(file)
  const src = stills.src ?? (type === 'video' ? undefined : file.url)
  const count = type === 'video' ? 1 : resultsOf(files).length
  const badges = type === 'video' || count > 1
  return (
    <div className="tile-body" style={groundOf(file)}>
      {src && <Fading id={id} src={src} srcSet={stills.srcSet} first={first} />}
      {plays && <HoverFilm src={file.url} />}
      {complete && (
        <span aria-hidden className="tile-caption" style={badges ? { paddingLeft: '5.5rem' } : undefined}>
          <span className="line-clamp-2">{prompt || workName(generation)}</span>
        </span>
      )}
      {badges && (
        <span aria-hidden className="tile-badges">
          {type === 'video' && (
            <span className="tile-badge">
              <Play className="size-3.5 fill-current" strokeWidth={1.75} />
              {clock(file.duration_ms ?? 0)}
            </span>
          )}
          {count > 1 && (
            <span className="tile-badge">
              <Images className="size-4" strokeWidth={1.75} />
              {number(count)}
            </span>
          )}
        </span>
      )}
    </div>
  )
}

/**
 * An image that must be fetched fades in; a cached one appears at once, for instance after scrolling back. During fast scrolling only the
 * placeholder is shown, because fetching and decoding a hundred images per second would stall the page.
 */
function Fading({ id, src, srcSet, first }: { id: string; src: string; srcSet: string | undefined; first: boolean }) {
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
      // Only the first images get a link in the head, which fetches them before the styles.
      fetchPriority={first ? undefined : 'low'}
      onLoad={() => setLoaded(true)}
      onError={() => {
        setLoaded(true)
        // The link has expired on a page that was open for hours: one new request.
        if (!asked.current) void refetchGeneration(queryClient, id)
        asked.current = true
      }}
      className={loaded ? 'tile-image' : 'tile-image opacity-0'}
    />
  )
}

function Card({ generation }: { generation: Generation }) {
  const { clock } = useFormat()
  const statuses = useStatusNames()
  const workName = useWorkName()
  const { type, status, files, prompt, text, error } = generation
  const file = files[0]
  const Icon = isActive(generation) ? Hourglass : status === 'failed' ? CircleX : CircleSlash
  return (
    <span className={`tile-body tile-card ${type === 'audio' && file ? 'tile-card-sound' : ''}`}>
      <span className="tile-card-head">
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
          <span className="line-clamp-2 text-sm max-sm:line-clamp-1">{prompt || workName(generation)}</span>
        </>
      ) : (
        <span className={error || text === null ? 'tile-card-text' : 'tile-card-text font-serif'}>
          {/* A tile shows a few lines of the text; more would only cost rendering time. */}
          {error?.detail.slice(0, 600) ??
            (text === null ? startOfText(prompt || workName(generation), 600) : toPlainText(startOfText(text, 600)))}
        </span>
      )}
    </span>
  )
}
