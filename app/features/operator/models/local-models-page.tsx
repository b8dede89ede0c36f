import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LocalKind, localKinds } from '#app/contract/operator/local-models.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { LocalModelRow } from './local-model-row.tsx'
import { localModelsQuery } from './local-models.queries.ts'
import { OllamaPulls } from './ollama-pulls.tsx'
import { Part } from '../people/person-part.tsx'
import { useNewModels } from './use-new-models.ts'

const TestRun = lazyPart(async () => (await import('./test-run.tsx')).TestRun)

/** Models that run on the server’s own machine: install with live progress, test, remove. */
export function LocalModelsPage() {
  const { bytes } = useFormat()
  const { data, error } = useQuery(localModelsQuery)
  const [testing, setTesting] = useState<string | null>(null)
  const kindNames = useKindNames()
  useNewModels(data?.items)
  const [memory, disk] = data ? [bytes(data.memory), bytes(data.disk)] : ['', '']
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Models on this machine</Trans>
        </h1>
        <p className="max-w-reading text-ink-soft">
          <Trans>
            They run on the server itself, at no cost, and no prompt leaves it. Nothing is downloaded until you install a model.
          </Trans>
        </p>
        {data && (
          <p className="text-ink-soft">
            <Trans>
              Available to models: {memory} of memory, {disk} of disk space
            </Trans>
          </p>
        )}
      </div>
      {data ? (
        localKinds
          .filter((kind) => data.items.some((model) => model.kind === kind))
          .map((kind) => (
            <Part key={kind} id={kind} title={kindNames[kind]}>
              {data.items.some((model) => model.kind === kind && model.notice) && (
                <p className="text-sm text-ink-soft">
                  <Trans>
                    The runtime of these models, sherpa-onnx (Apache-2.0), contains espeak-ng (GPL-3.0). Both are installed with the first
                    one.
                  </Trans>
                </p>
              )}
              {kind === 'image' && (
                <p className="text-sm text-ink-soft">
                  <Trans>They need prompts in English. No filter checks the images; the rules of the server apply to prompts only.</Trans>
                </p>
              )}
              {kind === 'embedding' && (
                <p className="text-sm text-ink-soft">
                  <Trans>Programs use them for search, at /openai/v1/embeddings. No studio shows them.</Trans>
                </p>
              )}
              {kind === 'image_edit' && (
                <p className="text-sm text-ink-soft">
                  <Trans>They appear in the menu of every image.</Trans>
                </p>
              )}
              <ul>
                {data.items
                  .filter((model) => model.kind === kind)
                  .map((model) => (
                    <LocalModelRow key={model.id} model={model} onTest={() => setTesting(model.model)} />
                  ))}
              </ul>
            </Part>
          ))
      ) : error ? (
        <LoadError error={error} />
      ) : (
        Array.from({ length: 4 }, (_, index) => <Skeleton key={index} className="h-20" />)
      )}
      {data && error && (
        <p role="alert" className="text-danger">
          <Trans>The server isn’t responding. The installation continues; this page tries again by itself.</Trans>
        </p>
      )}
      <OllamaPulls />
      {testing && <TestRun model={testing} onClose={() => setTesting(null)} />}
    </div>
  )
}

function useKindNames(): Record<LocalKind, string> {
  const { t } = useLingui()
  return {
    text: t`Text`,
    embedding: t`Vectors of texts`,
    transcription: t`Speech to text`,
    speech: t`Speech`,
    image: t`Images`,
    image_edit: t`Image tools`,
  }
}
