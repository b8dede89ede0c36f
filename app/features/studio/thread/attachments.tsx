import { Trans } from '@lingui/react/macro'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { InputProblem } from '../composer/input-problem.tsx'
import type { Composer } from '../composer/use-composer.ts'

// Most messages have no files.
const GivenInputs = lazyPart(async () => (await import('../composer/given-inputs.tsx')).GivenInputs, <div className="h-14" />)
const UnreadFiles = lazyPart(async () => (await import('../composer/unread-files.tsx')).UnreadFiles)

type AttachmentsProps = { composer: Composer; models: readonly Model[]; earlier: readonly GenerationInput[] }

/** The files of the message that is being written. */
export function Attachments({ composer, models, earlier }: AttachmentsProps) {
  const { model, inputs } = composer
  const { given, left, uploads } = inputs
  const { failure } = composer.submission
  const unread = given.length > 0 || left.length > 0 || earlier.length > 0 || uploads.refused !== null
  if (!model) return null
  return (
    <div className="grid gap-2 px-3 pb-2 empty:hidden">
      {(given.length > 0 || uploads.pending.length > 0) && (
        <div className="max-h-[28dvh] overflow-y-auto">
          <GivenInputs inputs={inputs} model={model} failure={failure} />
        </div>
      )}
      {given.length > 0 && (
        <p className="text-sm text-ink-soft">
          <Trans>Files add to the price of this and every later message.</Trans>
        </p>
      )}
      {unread && <UnreadFiles composer={composer} models={models} earlier={earlier} />}
      <Problem problem={uploads.refused ? undefined : (uploads.problem ?? failure?.fields?.inputs?.detail)} />
    </div>
  )
}

function Problem({ problem }: { problem: string | undefined }) {
  return problem ? (
    <div role="alert">
      <InputProblem>{problem}</InputProblem>
    </div>
  ) : null
}
