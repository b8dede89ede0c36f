import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { FileKind } from '#app/contract/base/values.ts'
import { generationQuery, uploadQuery } from '#app/shell/data/generations.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { takenBy } from '#app/runs/models/model-search.ts'
import { nearestModel } from '#app/runs/models/nearest-model.ts'
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
  const { given, left, uploads } = inputs
  const own = useKindsOf([...given, ...left])
  const past = useKindsOf(earlier)
  // The kinds may be known before this part is hydrated, and the server does not know them.
  const hydrated = useHydrated()
  if (!model || !hydrated) return null
  const taken = takenBy(model)
  const unreadInputs = own.filter(({ kind }) => !taken.includes(kind))
  const offered = [...(uploads.refused?.kinds ?? []), ...unreadInputs.map(({ kind }) => kind)]
  const unread = offered.length > 0 ? offered : past.flatMap(({ kind }) => (taken.includes(kind) ? [] : kind))
  const [first] = unread
  if (!first) return null
  const needed = [...unread, ...[...own, ...past].map(({ kind }) => kind)]
  const able = models.filter((other) => other.history && needed.every((kind) => takenBy(other).includes(kind)))
  const reader = nearestModel(able, model)
  const { name } = model
  const cannot: Record<FileKind, string> = {
    image: t`${name} can’t read images.`,
    audio: t`${name} can’t listen to audio.`,
    video: t`${name} can’t watch videos.`,
    text: t`${name} can’t read text files.`,
    document: t`${name} can’t read PDFs.`,
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
              inputs.remove(...unreadInputs.map(({ input }) => input))
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
              if (uploads.refused) uploads.add(uploads.refused.files, { model: reader })
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

type Known = { input: GenerationInput; kind: FileKind }

/** Returns the kinds of the inputs that still exist. */
function useKindsOf(inputs: readonly GenerationInput[]): Known[] {
  const uploads = inputs.flatMap((input) => ('upload_id' in input ? [{ input, id: input.upload_id }] : []))
  const works = inputs.flatMap((input) => ('generation_id' in input ? [{ input, id: input.generation_id }] : []))
  const uploaded = useQueries({ queries: uploads.map(({ id }) => uploadQuery(id)) })
  const made = useQueries({ queries: works.map(({ id }) => generationQuery(id)) })
  return [...pair(uploads, uploaded), ...pair(works, made)]
}

const pair = (inputs: readonly { input: GenerationInput }[], found: readonly { data: { type: FileKind } | undefined }[]): Known[] =>
  inputs.flatMap(({ input }, index) => {
    const kind = found[index]?.data?.type
    return kind ? [{ input, kind }] : []
  })
