import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useState } from 'react'
import type { Generation, GenerationFile } from '#app/contract/generations.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { isActive } from '#app/shell/live/generation-state.ts'
import { resultsOf } from '#app/shell/work/files.ts'
import { GenerationActions } from '#app/shell/work/generation-actions.tsx'
import { Film, Picture, Prose, Sound } from '#app/shell/work/media.tsx'
import { Painting } from '#app/shell/work/painting.tsx'
import { expectedRatio, frameStyle, ratioOf } from '#app/shell/work/shape.ts'
import { Outcome, Progress } from '#app/shell/work/status.tsx'
import { Button } from '#app/ui/button.tsx'
import { Sheet } from '#app/ui/dialog.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { scrollToTop } from '#app/ui/scroll-to-top.ts'
import { StillPart } from '#app/ui/still-part.tsx'
import { PictureSet } from './picture-set.tsx'

/** Lazy-loaded with the first details sheet, or prefetched. */
export const loadDetails = () => import('#app/shell/work/generation-details.tsx')
const RunNote = lazyPart(async () => (await import('#app/shell/work/run-note.tsx')).RunNote)
const GenerationDetails = lazyPart(async () => (await loadDetails()).GenerationDetails, <div className="h-96" />)

type GenerationCardProps = {
  generation: Generation
  /** The form in the grid of wide windows: the newest work, or a tile whose prompt and actions appear on hover or focus. */
  as?: 'card' | 'lead' | 'tile'
  onReuse: (generation: Generation) => void
}

/** Positions of actions over a picture; those over a video leave its controls free. */
const overlays = {
  image: 'lg:bottom-0 lg:bg-linear-to-t lg:pt-10',
  video: 'lg:top-0 lg:bg-linear-to-b lg:pb-10',
} as const
const overlay =
  'lg:pointer-events-none lg:absolute lg:inset-x-0 lg:from-black/80 lg:to-transparent lg:p-3 lg:text-white lg:opacity-0 lg:transition-opacity lg:group-hover/card:opacity-100 lg:group-focus-within/card:opacity-100 lg:has-[[aria-expanded=true]]:opacity-100 lg:[&_:is(a,button)]:pointer-events-auto lg:[&_:is(a,button)]:min-h-9 lg:[&_:is(a,button)]:text-white lg:[&_:is(a,button):hover]:bg-white/20 lg:[&_a]:size-9 lg:[&_button:not(:has(svg+*))]:size-9'

/** A run in the feed, in any state: the work first, then its prompt and actions. */
export const GenerationCard = memo(function GenerationCard({ generation, as = 'card', onReuse }: GenerationCardProps) {
  const { relative, tokens } = useFormat()
  const [details, setDetails] = useState(false)
  const { type, prompt, charged, price, created_at } = generation
  const cost = charged ?? price
  const tile = as === 'tile'
  const isPicture = type === 'image' || type === 'video'
  const isOverlaid = tile && isPicture && generation.status === 'succeeded'
  const layout = tile
    ? `max-lg:flex max-lg:flex-wrap max-lg:gap-3 lg:overflow-hidden ${isOverlaid ? 'lg:absolute lg:inset-0 lg:rounded-card' : isPicture ? 'lg:absolute lg:inset-0 lg:flex lg:flex-col lg:gap-1' : 'lg:grid lg:gap-1'}`
    : 'flex flex-wrap gap-x-6 gap-y-3'
  return (
    <article data-kind={type} data-status={generation.status} aria-label={prompt.slice(0, 120)} className={`group/card ${layout}`}>
      <Body generation={generation} as={as} />
      <div
        className={`grid min-w-0 content-start gap-1 ${tile ? 'max-lg:flex-[1_1_15rem]' : 'flex-[1_1_15rem]'} ${isOverlaid ? `${overlay} ${overlays[type]}` : ''}`}
      >
        <p
          className={`wrap-anywhere whitespace-pre-line ${type === 'text' ? 'line-clamp-2 text-ink-soft' : tile ? 'line-clamp-3 lg:line-clamp-2 lg:text-sm' : 'line-clamp-3'}`}
        >
          {prompt}
        </p>
        {generation.note && (
          <div className={isOverlaid ? 'lg:hidden' : undefined}>
            <RunNote note={generation.note} />
          </div>
        )}
        <p className={`tabular text-sm ${isOverlaid ? 'text-ink-soft lg:hidden' : 'text-ink-soft'}`}>
          {/* The time comes last, because its text changes at hydration and nothing may shift. */}
          {cost > 0 && <>{tokens(cost)} · </>}
          <time dateTime={created_at}>{relative(created_at)}</time>
        </p>
        <GenerationActions
          generation={generation}
          compact={isOverlaid}
          onReuse={() => onReuse(generation)}
          onDetails={() => setDetails(true)}
          onStarted={scrollToTop}
        />
      </div>
      {isActive(generation) && <StillPart />}
      <Sheet open={details} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
        <div data-kind={type}>
          <GenerationDetails generation={generation} />
        </div>
      </Sheet>
    </article>
  )
})

function Body({ generation, as }: { generation: Generation; as: 'card' | 'lead' | 'tile' }) {
  const tile = as === 'tile'
  const maxHeight = as === 'lead' ? 'min(56dvh, 24rem)' : undefined
  const { type, status, text } = generation
  const files = resultsOf(generation.files)
  const file = files[0]
  const visual = type === 'image' || type === 'video'

  if (isActive(generation)) {
    if (type === 'text') {
      return (
        <Wide>
          <Paper>
            <Progress generation={generation} className="mb-6" />
            {text ? <Prose text={text} writing /> : <WritingSkeleton />}
          </Paper>
        </Wide>
      )
    }
    if (!visual) {
      return (
        <Wide>
          <Paper className="grid min-h-31 content-center">
            <Progress generation={generation} />
          </Paper>
        </Wide>
      )
    }
    return (
      <Frame ratio={expectedRatio(generation)} maxHeight={maxHeight}>
        <Painting generation={generation} />
        <Progress generation={generation} className="absolute inset-x-3 bottom-3 rounded-control bg-surface/90 px-4 py-3" bare />
      </Frame>
    )
  }
  if (status !== 'succeeded') {
    return (
      <Wide className={tile ? 'lg:min-h-0 lg:flex-1 lg:overflow-hidden' : ''}>
        {text && (
          <Paper className="mb-3">
            <LongText text={text} />
          </Paper>
        )}
        <Outcome generation={generation} />
      </Wide>
    )
  }
  if (type === 'text') {
    return (
      <Wide>
        <Paper>
          <LongText text={text ?? ''} />
        </Paper>
      </Wide>
    )
  }
  if (!file) return null
  if (!visual) {
    return (
      <Wide>
        <Poster generation={generation} file={file} />
      </Wide>
    )
  }
  if (type === 'image' && files.length > 1) return <PictureSet generation={generation} files={files} tile={tile} />
  return (
    <Frame ratio={ratioOf(file)} tile={tile} maxHeight={maxHeight}>
      {type === 'image' ? <OpenPicture generation={generation} file={file} /> : <Film generation={generation} file={file} />}
    </Frame>
  )
}

function OpenPicture({ generation, file }: { generation: Generation; file: GenerationFile }) {
  const { t } = useLingui()
  return (
    <>
      <Picture generation={generation} file={file} shownAt="(min-width: 64rem) 27rem, 100vw" />
      <Link
        to="/dashboard"
        search={{ item: generation.id }}
        state={{ openedFrom: 'feed' }}
        preload={false}
        aria-label={t`Open image`}
        className="absolute inset-0 rounded-card outline-offset-[-3px]"
      />
    </>
  )
}

/** A large waveform as the poster of a sound, on its hue. */
function Poster({ generation, file }: { generation: Generation; file: GenerationFile }) {
  return (
    <div className="rounded-card bg-linear-to-br from-kind-soft to-surface p-5 ring-1 ring-line ring-inset sm:p-6">
      <Sound generation={generation} file={file} large />
    </div>
  )
}

function Wide({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`w-full min-w-0 animate-fade ${className}`}>{children}</div>
}

/** The background of text and sound. */
function Paper({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-card border border-line bg-surface p-5 sm:p-6 ${className}`}>{children}</div>
}

type FrameProps = { ratio: number; tile?: boolean; maxHeight?: string | undefined; children: ReactNode }

function Frame({ ratio, tile = false, maxHeight, children }: FrameProps) {
  return (
    <div
      className={`relative animate-fade overflow-hidden rounded-card bg-wash ${tile ? 'lg:!aspect-auto lg:!size-full' : ''}`}
      style={frameStyle(ratio, maxHeight)}
    >
      {children}
    </div>
  )
}

function WritingSkeleton() {
  return (
    <div aria-hidden className="grid max-w-reading gap-2.5">
      {['w-full', 'w-11/12', 'w-2/3'].map((width) => (
        <div key={width} className={`h-3.5 rounded-full bg-ink/6 ${width}`} />
      ))}
    </div>
  )
}

const longFrom = 1800

function LongText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  if (text.length <= longFrom) return <Prose text={text} />
  return (
    <>
      <div className={open ? '' : 'max-h-96 overflow-hidden mask-b-from-60%'}>
        <Prose text={text} />
      </div>
      <Button variant="ghost" size="sm" aria-expanded={open} onClick={() => setOpen(!open)} className="mt-2 -ml-3">
        {open ? <Trans>Show less</Trans> : <Trans>Show everything</Trans>}
      </Button>
    </>
  )
}
