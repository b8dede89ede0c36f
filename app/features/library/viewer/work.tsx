import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { Sources, Thinking } from '#app/runs/answer-notes.tsx'
import { Film, Prose, Sound } from '#app/runs/media.tsx'
import { ratioOf } from '#app/runs/stills.ts'
import { Outcome, Progress } from '#app/runs/status.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

const AnswerImages = lazyPart(async () => (await import('#app/runs/answer-images.tsx')).AnswerImages)
const TranscriptView = lazyPart(async () => (await import('#app/runs/transcript-view.tsx')).TranscriptView)

/** Returns the style of the largest size that fits into a size container at this ratio. */
export function largest(ratio: number): CSSProperties {
  return { aspectRatio: String(ratio), width: `min(100cqw, calc(100cqh * ${ratio.toFixed(4)}))` }
}

/** Shows any work except a finished image: text, sound, video, and works without a result. */
export function Work({ generation, file }: { generation: Generation; file: GenerationFile | undefined }) {
  const { t } = useLingui()
  const { type, status, text } = generation
  if (type === 'text' && (text || generation.files.length > 0 || isActive(generation))) {
    return (
      <div
        role="region"
        aria-label={t`Text`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Otherwise it could not be scrolled without a pointer.
        tabIndex={0}
        className="size-full touch-pan-y overflow-y-auto bg-paper px-6 pt-20 pb-12 outline-offset-[-2px] sm:px-16"
      >
        <div className="mx-auto max-w-reading">
          {isActive(generation) && <Progress generation={generation} className="mb-6" />}
          {generation.thinking && <Thinking generation={generation} />}
          <Prose text={text ?? ''} writing={isActive(generation)} />
          {(generation.files.length > 0 || generation.preview) && <AnswerImages generation={generation} />}
          {generation.sources && <Sources sources={generation.sources} />}
        </div>
      </div>
    )
  }
  // A film has its words as captions.
  if (generation.transcript && type !== 'video') {
    return (
      <div className="size-full touch-pan-y overflow-y-auto bg-paper px-6 pt-20 pb-12 sm:px-16">
        <div className="mx-auto max-w-2xl">
          <TranscriptView generation={generation} />
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
  return (
    <div className="absolute inset-0 dark:bg-black">
      <div className="@container-size absolute inset-0 grid place-items-center lg:px-18 lg:py-6">
        <div className="relative overflow-hidden lg:rounded-card" style={largest(ratioOf(file))}>
          <Film generation={generation} file={file} autoPlay />
        </div>
      </div>
    </div>
  )
}
