import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure } from '#app/contract/api-result.ts'
import type { Kind } from '#app/contract/common.ts'
import type { Model } from '#app/contract/models.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { useFormat } from '#app/shell/format.ts'
import { applyLiveEvent } from '#app/shell/generation-cache.ts'
import { isActive } from '#app/shell/generation-state.ts'
import { createGeneration } from '#app/shell/generations.functions.ts'
import { generationQuery, quoteQuery } from '#app/shell/generations.queries.ts'
import { useSession } from '#app/shell/session.queries.ts'
import { Outcome, Progress } from '#app/shell/work/status.tsx'
import { isUncertain, settle } from '#app/shell/work/settle.ts'
import { Button } from '#app/ui/button.tsx'
import type { Locale } from '#config'
import { defaultOptions } from '../option-values.ts'
import { Unverified } from '../unverified.tsx'
import { diffWords } from './diff-words.ts'

type ImproveProps = { kind: Kind; prompt: string; writer: Model; onTake: (better: string) => void; onKeep: () => void }

/** What the language model is asked. Said in the person's language, so that it answers in it. */
const orders: Record<Locale, (kind: Kind, prompt: string) => string> = {
  en: (kind, prompt) =>
    `Improve this prompt for a generator of ${{ image: 'pictures', video: 'videos', audio: 'sound', text: 'texts' }[kind]}. Keep its meaning and its language. Make it concrete: subject, surroundings, light, mood, style. 60 words at most. Answer with the new prompt and nothing else.\n\n${prompt}`,
  ru: (kind, prompt) =>
    `Улучшите этот промт для генератора ${{ image: 'изображений', video: 'видео', audio: 'звука', text: 'текстов' }[kind]}. Сохраните смысл и язык. Сделайте его конкретным: предмет, обстановка, свет, настроение, стиль. Не больше 60 слов. В ответе должен быть только новый промт.\n\n${prompt}`,
}

/** Has a connected language model rewrite the prompt: an ordinary run with its price told before, its change shown after. */
export default function Improve({ kind, prompt, writer, onTake, onKeep }: ImproveProps) {
  const { locale, user } = useSession()
  const { tokens } = useFormat()
  const failureWords = useFailureWords()
  const queryClient = useQueryClient()
  const [id, setId] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const key = useRef<string | null>(null)
  // What was there when the sheet opened: typing goes on elsewhere.
  const [asked] = useState(prompt)
  const order = orders[locale](kind, asked)
  const options = defaultOptions(writer.options)
  const { data: quote } = useQuery(quoteQuery(writer, options, order))
  const { data: run } = useQuery({
    ...generationQuery(id ?? ''),
    enabled: id !== null,
    // The live events tell of it too; this is for when they do not.
    refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : 2_000),
  })
  const price = quote && tokens(quote.price)
  const unverified = user?.email_verified === false && (quote?.email_not_verified === true || failure?.code === 'email_not_verified')

  async function start() {
    setBusy(true)
    setFailure(null)
    const used = (key.current ??= uuid())
    const result = await settle(createGeneration({ data: { model: writer.id, prompt: order, options, idempotency_key: used } }))
    setBusy(false)
    if (result.ok || !isUncertain(result.error)) key.current = null
    if (!result.ok) return setFailure(result.error)
    applyLiveEvent(queryClient, { type: 'generation', data: result.data })
    setId(result.data.id)
  }

  const better = run?.status === 'succeeded' ? plainAnswer(run.text ?? '') : ''
  return (
    <div data-kind={kind} className="grid gap-5 pb-2">
      {better ? (
        <>
          <Change before={asked} after={better} />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onTake(better)}>
              <Trans>Use it</Trans>
            </Button>
            <Button variant="secondary" onClick={onKeep}>
              <Trans>Keep mine</Trans>
            </Button>
          </div>
        </>
      ) : run && isActive(run) ? (
        <Progress generation={run} />
      ) : (
        <>
          {run && <Outcome generation={run} />}
          <p className="text-ink-soft">
            <Trans>
              {writer.name} writes your prompt anew. You see what changes before anything is taken, and one press takes it back.
            </Trans>
          </p>
          <p className="rounded-control bg-wash px-3.5 py-2.5 whitespace-pre-line">{asked}</p>
          <div role="alert" className="text-danger empty:hidden">
            {failure && !unverified && failureWords(failure)}
          </div>
          {unverified && <Unverified />}
          <Button busy={busy} onClick={() => void start()}>
            <span>
              <Trans>Improve</Trans>
              {price && (
                <span className="tabular">
                  {' · '}
                  {writer.price.per?.measure === 'model_tokens' ? <Trans>up to {price}</Trans> : price}
                </span>
              )}
            </span>
          </Button>
        </>
      )}
    </div>
  )
}

/** Models like to put an answer into quotation marks, or to fence it in. */
const plainAnswer = (text: string): string =>
  text
    .trim()
    .replace(/^```\w*\n([\s\S]*?)\n?```$/, '$1')
    .trim()
    .replace(/^["“«]([^"“”«»]*)["”»]$/, '$1')
    .trim()

function Change({ before, after }: { before: string; after: string }) {
  const { t } = useLingui()
  return (
    <div role="group" aria-label={t`What changes`} className="rounded-control bg-wash px-3.5 py-2.5 leading-relaxed whitespace-pre-line">
      {diffWords(before, after).map(({ is, text }, index) =>
        is === 'same' ? (
          <span key={index}>{text}</span>
        ) : is === 'added' ? (
          <ins key={index} className="rounded-[3px] bg-ok-soft text-ok no-underline">
            {text}
          </ins>
        ) : (
          <del key={index} className="rounded-[3px] bg-danger-soft text-danger">
            {text}
          </del>
        ),
      )}
    </div>
  )
}
