import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilmPart } from '#app/contract/films/films.ts'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { useSubmitSeveral } from '#app/runs/use-submit-several.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { followRuns } from '#app/shell/live/follow-runs.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { useMaintenance } from '#app/shell/data/notices.queries.ts'
import { makeFilm } from './films.functions.ts'
import { filmQuoteQuery } from './films.queries.ts'
import { filmKeys } from '#app/shell/data/film-keys.ts'
import type { FilmState } from './use-film.ts'

type MakeFilmProps = { id: string; state: Pick<FilmState, 'film' | 'stored' | 'save'>; part: FilmPart | undefined }

type MakeRequest = { id: string; what: 'animatic'; again: boolean; max_price: number }

/** The button that makes the animatic, with its price. */
export function MakeFilm({ id, state: { film, stored, save }, part }: MakeFilmProps) {
  const queryClient = useQueryClient()
  const hasShots = film.order.length > 0
  const query = filmQuoteQuery(stored)
  const { data: quote, error, refetch } = useQuery({ ...query, enabled: hasShots })
  const [saving, setSaving] = useState(false)
  const closed = useMaintenance()?.may_run === false
  const { submit, sending, failure } = useSubmitSeveral({
    send: (data: MakeRequest & { idempotency_key: string }) => makeFilm({ data }),
    runsOf: ({ runs }) => runs,
  })
  const state = part?.state
  const isRunning = state === 'waiting' || state === 'making'

  async function start(maxPrice: number) {
    setSaving(true)
    await save()
    setSaving(false)
    const made = await submit({ id, what: 'animatic', again: state === 'made', max_price: maxPrice })
    if (made) followRuns(queryClient, made.runs)
    for (const run of made?.runs ?? []) void queryClient.prefetchQuery(generationQuery(run.id))
    // The film knows its run, or why there is none.
    void queryClient.invalidateQueries({ queryKey: filmKeys.detail(id) })
  }

  if (isRunning) return null
  const price = quote ? { tokens: quote.price, milli: quote.price_milli, atMost: false } : null
  return (
    <div className="grid justify-items-end gap-2 max-sm:w-full max-sm:justify-items-stretch">
      <SpendButton
        asked={{ price, problem: error ? 'failed' : null, ask: () => void refetch() }}
        busy={sending || saving}
        disabled={!hasShots || closed}
        onSpend={(maxPrice) => void start(maxPrice)}
      >
        {state === 'made' || state === 'stale' ? <Trans>Make the animatic again</Trans> : <Trans>Make the animatic</Trans>}
      </SpendButton>
      <Problem missing={Math.max(quote?.missing ?? 0, failure?.missing ?? 0)} failure={failure} />
    </div>
  )
}

type ProblemProps = { missing: number; failure: ReturnType<typeof useSubmitSeveral>['failure'] }

function Problem({ missing, failure }: ProblemProps) {
  const { t } = useLingui()
  const { tokens } = useFormat()
  const message = useFailureMessage()
  if (missing > 0)
    return (
      <p role="alert" className="text-sm text-warn">
        {t`You need ${tokens(missing)} more.`}{' '}
        <ButtonLink to="/profile/token-packs" variant="ghost" size="sm" className="-mx-2">
          <Trans>Get tokens</Trans>
        </ButtonLink>
      </p>
    )
  if (!failure) return null
  return (
    <p role="alert" className="max-w-md text-sm text-danger">
      {message(failure)}
    </p>
  )
}
