import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, type ApiFailure, localFailure, unwrap } from '#app/contract/base/api-result.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { thrownFailure } from '#app/shell/calls/settle.ts'
import { generationQuery, modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { uploadFile } from '#app/shell/data/upload-file.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { kindPaths } from '#app/shell/media/kinds.tsx'
import { demoPicture } from '#app/shell/media/samples.ts'
import { speech } from '#app/shell/media/sound-samples.ts'
import { Film, Picture, Prose, Sound } from '#app/runs/media.tsx'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { Outcome, Progress } from '#app/runs/status.tsx'
import { TranscriptView } from '#app/runs/transcript-view.tsx'
import { useRunPrice } from '#app/runs/use-run-price.ts'
import { useSubmission } from '#app/runs/use-submission.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'

/** Milliseconds between two looks at the run, in case live events are missing. */
const lookMs = 2_000

/** An ordinary run with a short prompt, which shows that a model works from the queue to the result. */
export function TestRun({ model: id, onClose }: { model: string; onClose: () => void }) {
  const isListed = (one: Model) => one.id === id
  // The connection of a service or a server that was just added is read by every process within seconds.
  const { data: models, error } = useQuery({
    ...modelsQuery(),
    refetchInterval: ({ state }) => (state.data?.some(isListed) ? false : lookMs),
  })
  const model = models?.find(isListed)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={model ? <Trans>Test run: {model.name}</Trans> : <Trans>Test run</Trans>}
    >
      <div className="grid gap-5 py-2">
        {model ? (
          <Test model={model} />
        ) : error ? (
          <LoadError error={error} />
        ) : models ? (
          <p role="alert">
            <Trans>The model isn’t listed yet. It appears here within a few seconds.</Trans>
          </p>
        ) : (
          <Skeleton className="h-32" />
        )}
      </div>
    </Dialog>
  )
}

function Test({ model }: { model: Model }) {
  const { t } = useLingui()
  const { locale } = useSession()
  const failureMessage = useFailureMessage()
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [runId, setRunId] = useState<string | null>(null)
  const { sending, send } = useSubmission({ setFailure })
  const listens = model.task === 'transcribe'
  const looks = model.inputs.some(({ role, types, required }) => role === 'source' && required && types.includes('image'))
  const sample = listens ? { src: speech[locale].src, name: 'test.mp3', type: 'audio/mpeg' } : looks ? picture : null
  const prompts: Record<Model['type'], string> = {
    text: t`Answer in one short sentence: what is the sea?`,
    audio: t`Hello! This is a short test of the voice.`,
    image: t`A red apple on a wooden table`,
    video: t`A red apple rolls across a wooden table`,
  }
  const pictured = demoPicture.words[locale]
  const prompt = listens ? '' : looks ? pictured : prompts[model.type]
  const shown = looks ? t`An image: ${pictured}` : prompt
  const {
    data: uploaded,
    error: uploadError,
    refetch: uploadAgain,
  } = useQuery({
    queryKey: ['test-sample', sample?.src],
    queryFn: async () => sample && unwrap(await uploadSample(sample)),
    enabled: sample !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const inputs = uploaded ? [{ role: 'source' as const, upload_id: uploaded.id }] : []
  // The price of a model that needs a file depends on it.
  const asked = useRunPrice({ model: model.id, prompt, options: {}, context: { inputs } }, sample === null || inputs.length > 0)
  const problem = failure ?? (uploadError instanceof ApiError ? uploadError.failure : null)
  const { data: run } = useQuery({
    ...generationQuery(runId ?? ''),
    enabled: runId !== null,
    refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : lookMs),
  })

  async function start(maxPrice: number) {
    setFailure(null)
    const started = await send({ model: model.id, prompt, options: {}, inputs, max_price: maxPrice, isPromptless: listens })
    if (started) setRunId(started.id)
  }

  return (
    <>
      <p className="rounded-control bg-wash px-3.5 py-2.5">{listens ? <Trans>A recording of six seconds</Trans> : shown}</p>
      {run && (
        <div data-kind={run.type} className="grid gap-4">
          {isActive(run) && <Progress generation={run} />}
          <Outcome generation={run} />
          <Result run={run} />
          {run.status === 'succeeded' && (
            <p role="status" className="font-medium text-ok">
              <Trans>The model works.</Trans>
            </p>
          )}
        </div>
      )}
      <div role="alert" className="text-danger empty:hidden">
        {problem && failureMessage(problem)}
      </div>
      <div className="flex flex-wrap gap-2">
        {run?.status === 'succeeded' && !looks && (
          <ButtonLink to={kindPaths[model.type]} search={{ model: model.id, ...(listens && { task: 'transcribe' as const }) }}>
            <Trans>Open in the studio</Trans>
          </ButtonLink>
        )}
        <SpendButton
          asked={uploadError ? { price: null, problem: 'failed', ask: () => void uploadAgain() } : asked}
          variant={run?.status === 'succeeded' ? 'secondary' : 'primary'}
          busy={sending || (run !== undefined && isActive(run))}
          onSpend={(maxPrice) => void start(maxPrice)}
        >
          {run ? <Trans>Run again</Trans> : <Trans>Start the test</Trans>}
        </SpendButton>
      </div>
      <p className="text-sm text-ink-soft">
        <Trans>The test is an ordinary run: it appears in your library.</Trans>
      </p>
    </>
  )
}

export function Result({ run }: { run: Generation }) {
  const [file] = run.files
  if (run.transcript) return <TranscriptView generation={run} />
  if (run.type === 'text') return run.text ? <Prose text={run.text} writing={isActive(run)} /> : null
  if (run.status !== 'succeeded' || !file) return null
  if (run.type === 'audio') return <Sound generation={run} file={file} />
  if (run.type === 'video') return <Film generation={run} file={file} />
  return (
    <div className="relative aspect-square overflow-hidden rounded-card">
      <Picture generation={run} file={file} sizes="contain" />
    </div>
  )
}

type Sample = { src: string; name: string; type: string }

const picture: Sample = { src: demoPicture.src, name: 'test.webp', type: 'image/webp' }

async function uploadSample({ src, name, type }: Sample): ReturnType<typeof uploadFile> {
  try {
    const response = await fetch(src)
    if (!response.ok) return { ok: false, error: localFailure('unreadable') }
    const file = new File([await response.blob()], name, { type })
    return await uploadFile(file, { onProgress: () => undefined, signal: new AbortController().signal })
  } catch (error) {
    return { ok: false, error: error instanceof TypeError ? localFailure('offline') : thrownFailure(error) }
  }
}
