import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, memo, type ReactNode, startTransition, useEffect, useState } from 'react'
import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { isCaptions, resultsOf } from '#app/runs/files.ts'
import { GenerationActions } from '#app/runs/generation-actions.tsx'
import { Film, Picture, Prose, Sound } from '#app/runs/media.tsx'
import { Painting } from '#app/runs/painting.tsx'
import { expectedCount, expectedRatio, groundOf, ratioOf } from '#app/runs/stills.ts'
import { Outcome, Progress } from '#app/runs/status.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { scrollToTop } from '#app/ui/page/scroll-to-top.ts'
import { StillPart } from '#app/ui/page/still-part.tsx'
import { PictureSet, PictureSetSpace } from './picture-set.tsx'

/** Lazy-loaded with the first details sheet, or prefetched. */
export const loadDetails = () => import('#app/runs/generation-details.tsx')
const RunNote = lazyPart(async () => (await import('#app/runs/run-note.tsx')).RunNote)
const AnswerImages = lazyPart(async () => (await import('#app/runs/answer-images.tsx')).AnswerImages)
const TranscriptView = lazyPart(async () => (await import('#app/runs/transcript-view.tsx')).TranscriptView, <div className="h-60" />)
const GenerationDetails = lazyPart(async () => (await loadDetails()).GenerationDetails, <div className="h-96" />)

type GenerationCardProps = {
  generation: Generation
  /** The form in the grid of wide windows: the newest work, or a tile whose prompt and actions appear on hover or focus. */
  as?: 'card' | 'lead' | 'tile'
  /** Whether the server's HTML omits the actions, which need scripts, and keeps their space; for cards below the first ones. */
  late?: boolean
  onReuse: (generation: Generation) => void
}

/** Positions of prompt and actions over a picture; those over a video leave its controls free. */
const overlays = { image: 'card-over card-over-bottom', video: 'card-over card-over-top' } as const

/** A run in the feed, in any state: the work first, then its prompt and actions. */
export const GenerationCard = memo(function GenerationCard({ generation, as = 'card', late = false, onReuse }: GenerationCardProps) {
  const { relative, spent, tokenPrice } = useFormat()
  /** Undefined until they are opened for the first time. */
  const [details, setDetails] = useState<boolean>()
  const [complete, setComplete] = useState(!late)
  useEffect(() => {
    // The update is interruptible, because dozens of cards must not delay a click.
    if (late) startTransition(() => setComplete(true))
  }, [late])
  const { type, prompt, charged_milli: charged, price_milli: price, created_at } = generation
  const cost = charged === null ? tokenPrice(price) : spent(charged)
  const workName = useWorkName()
  const name = prompt || workName(generation)
  const tile = as === 'tile'
  const isPicture = type === 'image' || type === 'video'
  const isOverlaid = tile && isPicture && generation.status === 'succeeded'
  const isRunningImage = type === 'image' && isActive(generation)
  const layout = layoutOf(as, { isPicture, isOverlaid })
  return (
    <article data-kind={type} data-status={generation.status} aria-label={name.slice(0, 120)} className={`group/card ${layout}`}>
      <Body generation={generation} as={as} />
      <div className={isOverlaid ? `card-text ${overlays[type]}` : isRunningImage ? 'card-text card-text-tall' : 'card-text'}>
        <p
          className={`wrap-anywhere whitespace-pre-line ${type === 'text' ? 'line-clamp-2 text-ink-soft' : tile ? 'line-clamp-3 lg:line-clamp-2 lg:text-sm' : 'line-clamp-3'}`}
        >
          {name}
        </p>
        {generation.note && (
          <div className={isOverlaid ? 'lg:hidden' : undefined}>
            <RunNote note={generation.note} />
          </div>
        )}
        <p className={isOverlaid ? 'text-sm text-ink-soft lg:hidden' : 'text-sm text-ink-soft'}>
          {/* The time comes last, because its text changes at hydration and nothing may shift. */}
          {(charged ?? price) > 0 && `${cost} · `}
          {complete ? <time dateTime={created_at}>{relative(created_at)}</time> : relative(created_at)}
        </p>
        {complete ? (
          <GenerationActions
            generation={generation}
            compact={isOverlaid}
            onReuse={() => onReuse(generation)}
            onDetails={() => setDetails(true)}
            onStarted={scrollToTop}
          />
        ) : (
          <ActionsSpace generation={generation} />
        )}
      </div>
      {isActive(generation) && <StillPart />}
      {details !== undefined && (
        <Sheet open={details} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
          <div data-kind={type}>
            <GenerationDetails generation={generation} />
          </div>
        </Sheet>
      )}
    </article>
  )
})

function layoutOf(as: 'card' | 'lead' | 'tile', { isPicture, isOverlaid }: { isPicture: boolean; isOverlaid: boolean }): string {
  if (isOverlaid) return 'card-overlaid'
  if (as === 'tile') return isPicture ? 'card-filling' : 'card-tile'
  return as === 'lead' && isPicture ? 'card card-lead' : 'card'
}

/** A placeholder as wide as the actions, so that it wraps in the same way. */
function ActionsSpace({ generation: { status, text, files, charged_milli: charged, price_milli: price } }: { generation: Generation }) {
  const { t } = useLingui()
  const { tokenPrice } = useFormat()
  const succeeded = status === 'succeeded'
  const isOne = text !== null || resultsOf(files).length === 1
  const icons = (succeeded ? 4 : 1) + (isOne ? 1 : 0) + (files.some(isCaptions) ? 1 : 0)
  const style: CSSProperties & { '--icons': number } = { '--icons': icons }
  const label = succeeded ? t`Another version` : t`Try again`
  return <div className="card-space" data-label={`${label} · ${tokenPrice(charged ?? price)}`} style={style} />
}

function Body({ generation, as }: { generation: Generation; as: 'card' | 'lead' | 'tile' }) {
  const tile = as === 'tile'
  const look = as === 'card' ? 'frame' : `frame frame-${as}`
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
    const count = expectedCount(generation)
    const ratio = expectedRatio(generation)
    const painting = <Painting generation={generation} />
    const progress = (
      <Progress generation={generation} className="absolute inset-x-3 bottom-3 rounded-control bg-surface/90 px-4 py-3" bare />
    )
    if (count > 1)
      return (
        <PictureSetSpace count={count} ratio={ratio} painting={painting}>
          {progress}
        </PictureSetSpace>
      )
    return (
      <Frame ratio={ratio} className={as === 'lead' ? look : 'frame'}>
        {painting}
        {progress}
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
          {files.length > 0 && <AnswerImages generation={generation} />}
        </Paper>
      </Wide>
    )
  }
  if (generation.transcript && type !== 'video') {
    return (
      <Wide>
        <Paper>
          <TranscriptView generation={generation} />
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
    <Frame ratio={ratioOf(file)} ground={type === 'image' ? groundOf(file) : undefined} className={look}>
      {type === 'image' ? (
        <OpenPicture generation={generation} file={file} isLead={as === 'lead'} />
      ) : (
        <Film generation={generation} file={file} />
      )}
    </Frame>
  )
}

/** Width of an image in `frame-lead`, so that one wider than its poster is loaded sharp. */
const leadWidth = (ratio: number) => `min(70vw, calc((100vh - 21.5rem) * ${ratio.toFixed(2)}))`

function OpenPicture({ generation, file, isLead }: { generation: Generation; file: GenerationFile; isLead: boolean }) {
  const { t } = useLingui()
  return (
    <>
      <Picture
        generation={generation}
        file={file}
        shownAt={`(min-width: 64rem) ${isLead ? leadWidth(ratioOf(file)) : '27rem'}, 100vw`}
        framed
      />
      <Link
        from="/dashboard/image"
        to="."
        search={(kept) => ({ ...kept, item: generation.id })}
        resetScroll={false}
        state={{ openedFrom: 'feed' }}
        preload={false}
        aria-label={t`Open image`}
        className="work-link"
      />
    </>
  )
}

/** A large waveform as the poster of a sound, on its hue. */
function Poster({ generation, file }: { generation: Generation; file: GenerationFile }) {
  return (
    <div className="max-w-4xl rounded-card bg-linear-to-br from-kind-soft to-surface p-5 ring-1 ring-line ring-inset sm:p-6">
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

type FrameProps = { ratio: number; ground?: CSSProperties | undefined; className: string; children: ReactNode }

function Frame({ ratio, ground, className, children }: FrameProps) {
  const style: CSSProperties & { '--ratio': string } = { '--ratio': ratio.toFixed(4), ...ground }
  return (
    <div className={className} style={style}>
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
