import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { createGeneration } from '#app/shell/data/generations.functions.ts'
import { generationQuery, quoteQuery } from '#app/shell/data/generations.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { Outcome, Progress } from '#app/runs/status.tsx'
import { useRunPrice } from '#app/runs/use-run-price.ts'
import { useStart } from '#app/runs/use-start.ts'
import { Button } from '#app/ui/controls/button.tsx'
import type { Locale } from '#config'
import { Unverified } from '../composer/unverified.tsx'
import { defaultOptions } from '#app/runs/options/option-values.ts'
import { diffWords } from './diff-words.ts'

type ImproveProps = { kind: Kind; prompt: string; writer: Model; onTake: (better: string) => void; onKeep: () => void }

/** The request to the language model, in the person's language so that it answers in it. */
const orders: Record<Locale, (kind: Kind, prompt: string) => string> = {
  en: (kind, prompt) =>
    `Improve this prompt for a generator of ${{ image: 'pictures', video: 'videos', audio: 'sound', text: 'texts' }[kind]}. Keep its meaning and its language. Make it concrete: subject, surroundings, light, mood, style. 60 words at most. Answer with the new prompt and nothing else.\n\n${prompt}`,
  ru: (kind, prompt) =>
    `Улучшите этот промт для генератора ${{ image: 'изображений', video: 'видео', audio: 'звука', text: 'текстов' }[kind]}. Сохраните смысл и язык. Сделайте его конкретным: предмет, обстановка, свет, настроение, стиль. Не больше 60 слов. В ответе должен быть только новый промт.\n\n${prompt}`,
}

/** Lets a connected language model rewrite the prompt, by an ordinary run with its price shown before and a diff after. */
export default function Improve({ kind, prompt, writer, onTake, onKeep }: ImproveProps) {
  const { locale, user } = useSession()
  const failureMessage = useFailureMessage()
  const [id, setId] = useState<string | null>(null)
  const { sending, start } = useStart()
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  // The prompt when the sheet was opened, because typing may continue.
  const [asked] = useState(prompt)
  const order = orders[locale](kind, asked)
  const options = defaultOptions(writer.options)
  const price = useRunPrice({ model: writer.id, prompt: order, options })
  const { data: quote } = useQuery(quoteQuery(writer, options, order))
  const { data: run } = useQuery({
    ...generationQuery(id ?? ''),
    enabled: id !== null,
    // A fallback if live events are missing.
    refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : 2_000),
  })
  const unverified = user?.email_verified === false && (quote?.email_not_verified === true || failure?.code === 'email_not_verified')

  async function improve(maxPrice: number) {
    setFailure(null)
    const result = await start(
      { model: writer.id, prompt: order, options, max_price: maxPrice },
      { send: (data) => createGeneration({ data }), runsOf: (started) => [started] },
    )
    if (result.ok) setId(result.data.id)
    else setFailure(result.error)
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
            <Trans>{writer.name} rewrites your prompt. You’ll see the changes first, and you can undo them.</Trans>
          </p>
          <p className="rounded-control bg-wash px-3.5 py-2.5 whitespace-pre-line">{asked}</p>
          <div role="alert" className="text-danger empty:hidden">
            {failure && !unverified && failureMessage(failure)}
          </div>
          {unverified && <Unverified />}
          <SpendButton asked={price} busy={sending} onSpend={(maxPrice) => void improve(maxPrice)}>
            <Trans>Improve</Trans>
          </SpendButton>
        </>
      )}
    </div>
  )
}

/** Removes the quotation marks or the code fence that models tend to add to an answer. */
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
    <div role="group" aria-label={t`Changes`} className="rounded-control bg-wash px-3.5 py-2.5 leading-relaxed whitespace-pre-line">
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
