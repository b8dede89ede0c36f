import type { ReactNode } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { resultsOf } from './files.ts'
import { Film, Picture, Prose, Sound } from './media.tsx'
import { Painting } from './painting.tsx'
import { ratioOf } from './stills.ts'
import { Outcome, Progress } from './status.tsx'

const AnswerImages = lazyPart(async () => (await import('./answer-images.tsx')).AnswerImages)

type ResultProps = {
  generation: Generation
  /** The `sizes` of an image. */
  shownAt?: string
}

/** A work in any state: its progress, its result or why it failed. */
export function Result({ generation, shownAt = '(min-width: 64rem) 38rem, 100vw' }: ResultProps) {
  const { type, status, text } = generation
  const file = resultsOf(generation.files)[0]
  const isPicture = type === 'image' || type === 'video'
  if (isActive(generation)) {
    if (isPicture)
      return (
        <Frame>
          <Painting generation={generation} />
          <Progress generation={generation} className="absolute inset-x-3 bottom-3 rounded-control bg-surface/90 px-4 py-3" bare />
        </Frame>
      )
    return (
      <Card>
        <Progress generation={generation} />
        {text && (
          <div className="mt-4">
            <Prose text={text} writing />
          </div>
        )}
      </Card>
    )
  }
  if (status !== 'succeeded') return <Outcome generation={generation} />
  if (type === 'text')
    return (
      <Card>
        <Prose text={text ?? ''} />
        {file && <AnswerImages generation={generation} />}
      </Card>
    )
  if (!file) return null
  if (type === 'audio')
    return (
      <Card tinted>
        <Sound generation={generation} file={file} large />
      </Card>
    )
  return (
    <Frame ratio={ratioOf(file)}>
      {type === 'image' ? <Picture generation={generation} file={file} shownAt={shownAt} /> : <Film generation={generation} file={file} />}
    </Frame>
  )
}

function Frame({ ratio = 16 / 9, children }: { ratio?: number; children: ReactNode }) {
  return (
    <div className="relative w-full overflow-hidden rounded-card bg-wash" style={{ aspectRatio: String(ratio) }}>
      {children}
    </div>
  )
}

function Card({ tinted = false, children }: { tinted?: boolean; children: ReactNode }) {
  return (
    <div
      className={`min-h-31 flex-1 rounded-card border border-line p-5 sm:p-6 ${tinted ? 'bg-linear-to-br from-kind-soft to-surface' : 'bg-surface'}`}
    >
      {children}
    </div>
  )
}
