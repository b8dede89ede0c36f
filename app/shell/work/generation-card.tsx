import { Trans } from '@lingui/react/macro'
import { memo, type ReactNode, useState } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import { Button } from '#app/ui/button.tsx'
import { Sheet } from '#app/ui/dialog.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Mark } from '#app/ui/mark.tsx'
import { scrollToTop } from '#app/ui/scroll-to-top.ts'
import { StillPart } from '#app/ui/still-part.tsx'
import { useFormat } from '../format.ts'
import { isActive } from '../generation-state.ts'
import { GenerationActions } from './generation-actions.tsx'
import { Film, Picture, Prose, Sound } from './media.tsx'
import { PictureSet } from './picture-set.tsx'
import { resultsOf } from './files.ts'
import { expectedRatio, frameStyle, ratioOf } from './shape.ts'
import { Outcome, Progress } from './status.tsx'

/** Comes with the first sheet that shows them, or is fetched ahead of it. */
export const loadDetails = () => import('./generation-details.tsx')
const GenerationDetails = lazyPart(async () => (await loadDetails()).GenerationDetails, <div className="h-96" />)

type GenerationCardProps = {
  generation: Generation
  onReuse: (generation: Generation) => void
}

/** One generation in the feed, in whatever state: the work first, then what was asked and what can be done. */
export const GenerationCard = memo(function GenerationCard({ generation, onReuse }: GenerationCardProps) {
  const { relative, tokens } = useFormat()
  const [details, setDetails] = useState(false)
  const { prompt, charged, price, created_at } = generation
  const cost = charged ?? price
  return (
    <article
      data-kind={generation.type}
      data-status={generation.status}
      aria-label={prompt.slice(0, 120)}
      className="flex flex-wrap gap-x-6 gap-y-3"
    >
      <Body generation={generation} />
      <div className="grid min-w-0 flex-[1_1_15rem] content-start gap-1">
        <p className={`wrap-anywhere whitespace-pre-line ${generation.type === 'text' ? 'line-clamp-2 text-ink-soft' : 'line-clamp-3'}`}>
          {prompt}
        </p>
        <p className="tabular text-sm text-ink-soft">
          {/* The time comes last: its words are others once the page lives, and nothing is to move for them. */}
          {cost > 0 && <>{tokens(cost)} · </>}
          <time dateTime={created_at}>{relative(created_at)}</time>
        </p>
        <GenerationActions
          generation={generation}
          onReuse={() => onReuse(generation)}
          onDetails={() => setDetails(true)}
          onStarted={scrollToTop}
        />
      </div>
      {isActive(generation) && <StillPart />}
      <Sheet open={details} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
        <div data-kind={generation.type}>
          <GenerationDetails generation={generation} />
        </div>
      </Sheet>
    </article>
  )
})

function Body({ generation }: { generation: Generation }) {
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
      <Frame ratio={expectedRatio(generation)}>
        <div className="absolute inset-0 grid place-items-center pb-8">
          <Mark playing={generation.status === 'running'} size={64} />
        </div>
        <Progress generation={generation} className="absolute inset-x-5 bottom-5" bare />
      </Frame>
    )
  }
  if (status !== 'succeeded') {
    return (
      <Wide>
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
        <Paper>
          <Sound generation={generation} file={file} />
        </Paper>
      </Wide>
    )
  }
  if (type === 'image' && files.length > 1) return <PictureSet generation={generation} files={files} />
  return (
    <Frame ratio={ratioOf(file)}>
      {type === 'image' ? <Picture generation={generation} file={file} /> : <Film generation={generation} file={file} />}
    </Frame>
  )
}

function Wide({ children }: { children: ReactNode }) {
  return <div className="w-full min-w-0 animate-fade">{children}</div>
}

/** What words and sounds lie on. */
function Paper({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-card border border-line bg-surface p-5 sm:p-6 ${className}`}>{children}</div>
}

function Frame({ ratio, children }: { ratio: number; children: ReactNode }) {
  return (
    <div className="relative animate-fade overflow-hidden rounded-card bg-wash" style={frameStyle(ratio)}>
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
