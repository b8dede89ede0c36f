import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import type { GenerationInput } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import type { Kind } from '#app/contract/values.ts'
import { generationQuery, uploadQuery } from '#app/shell/data/generations.queries.ts'
import { Button } from '#app/ui/button.tsx'
import { takenBy } from '../models/model-search.ts'
import { nearestModel } from '../models/nearest-model.ts'
import type { Composer } from './use-composer.ts'

type UnreadFilesProps = {
  composer: Composer
  models: readonly Model[]
  /** Files of earlier turns. */
  earlier?: readonly GenerationInput[]
}

const none: readonly GenerationInput[] = []

/** Names the files that the chosen model cannot read, before anything is sent, and offers a model that can. */
export function UnreadFiles({ composer, models, earlier = none }: UnreadFilesProps) {
  const { t } = useLingui()
  const { model, inputs } = composer
  const { left, uploads } = inputs
  const leftKinds = useKindsOf(left)
  const earlierKinds = useKindsOf(earlier)
  if (!model) return null
  const taken = takenBy(model)
  const offered = [...(uploads.refused?.kinds ?? []), ...leftKinds]
  const unread = (offered.length > 0 ? offered : earlierKinds).filter((kind) => !taken.includes(kind))
  const [first] = unread
  if (!first) return null
  const needed = [...new Set([...unread, ...earlierKinds, ...leftKinds])]
  const able = models.filter((other) => other.history && needed.every((kind) => takenBy(other).includes(kind)))
  const reader = nearestModel(able, model)
  const { name } = model
  const cannot: Record<Kind, string> = {
    image: t`${name} can’t read images.`,
    audio: t`${name} can’t listen to audio.`,
    video: t`${name} can’t watch videos.`,
    text: t`${name} can’t read text files.`,
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-control bg-wash py-2 pr-2 pl-3.5 text-sm"
    >
      <p className="min-w-0">
        <span className="font-medium">{cannot[first]}</span>{' '}
        {!reader ? (
          <Trans>No other model here can either.</Trans>
        ) : offered.length > 0 ? (
          <Trans>The files won’t be sent.</Trans>
        ) : (
          <Trans>It won’t see the files above.</Trans>
        )}
      </p>
      <span className="flex flex-wrap gap-1.5">
        {offered.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              uploads.dismiss()
              inputs.remove(...left)
            }}
          >
            <Trans>Remove files</Trans>
          </Button>
        )}
        {reader && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              if (uploads.refused) uploads.add(uploads.refused.files, reader)
              // From a text tool, the model changes with the first finished upload: leaving the page would stop it.
              if (!uploads.refused || model.history) composer.setModel(reader.id)
            }}
          >
            <Trans>Use {reader.name}</Trans>
          </Button>
        )}
      </span>
    </div>
  )
}

/** Returns the kinds of the inputs that still exist. */
function useKindsOf(inputs: readonly GenerationInput[]): Kind[] {
  const uploads = useQueries({ queries: inputs.flatMap((input) => ('upload_id' in input ? [uploadQuery(input.upload_id)] : [])) })
  const made = useQueries({ queries: inputs.flatMap((input) => ('upload_id' in input ? [] : [generationQuery(input.generation_id)])) })
  return [...new Set([...uploads, ...made].flatMap(({ data }) => data?.type ?? []))]
}
