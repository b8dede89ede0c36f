import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import type { CatalogueDifference, ChangedFact, OperatorCatalogue } from '#app/contract/operator/catalogue.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { Part } from '../people/person-part.tsx'
import { applyCatalogue, readCatalogueFeed, revertCatalogue } from './connections.functions.ts'
import { catalogueQuery } from './connections.queries.ts'

type Step = 'read' | 'apply' | 'back'

/** The edition of the model catalogue, and the newer one of the feed with its differences. */
export function CataloguePart() {
  const { t } = useLingui()
  const { data, error } = useQuery(catalogueQuery)
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const toast = useToast()
  const [busy, setBusy] = useState<Step | null>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  async function act(step: Step, call: () => Promise<ApiResult<OperatorCatalogue>>, done: (now: OperatorCatalogue) => string | null) {
    setBusy(step)
    setFailure(null)
    const result = await settle(call())
    setBusy(null)
    if (!result.ok) {
      setFailure(result.error)
      if (result.error.code === 'definition_changed') await queryClient.invalidateQueries({ queryKey: catalogueQuery.queryKey })
      return
    }
    queryClient.setQueryData(catalogueQuery.queryKey, result.data)
    const message = done(result.data)
    if (message !== null) toast({ title: message, tone: 'ok' })
    if (step !== 'read') await queryClient.invalidateQueries({ queryKey: operatorKey })
  }

  if (!data) return error ? <LoadError error={error} /> : null
  const { before, waiting, revision, enabled } = data
  const beforeVersion = before?.version
  return (
    <Part id="catalogue" title={<Trans>Model catalog</Trans>}>
      <InForce catalogue={data} />
      {data.failure && (
        <p role="status" className="max-w-reading wrap-anywhere text-danger">
          {data.failure.message} <Trans>Nothing has changed.</Trans>
        </p>
      )}
      {waiting && (
        <Waiting
          waiting={waiting}
          busy={busy === 'apply'}
          onApply={() =>
            void act(
              'apply',
              () => applyCatalogue({ data: { edition: waiting.edition, revision } }),
              (now) => t`Version ${now.in_force.version} is in use.`,
            )
          }
        />
      )}
      <div role="alert" className="text-danger empty:hidden">
        {failure && failureMessage(failure)}
      </div>
      {(enabled || before) && (
        <div className="flex flex-wrap gap-3">
          {enabled && (
            <Button
              variant="secondary"
              busy={busy === 'read'}
              onClick={() =>
                void act(
                  'read',
                  () => readCatalogueFeed(),
                  (now) => (now.failure || now.waiting ? null : t`The catalog is up to date.`),
                )
              }
            >
              <Trans>Check for a newer version</Trans>
            </Button>
          )}
          {before && (
            <Button
              variant="secondary"
              busy={busy === 'back'}
              onClick={() =>
                void act(
                  'back',
                  () => revertCatalogue({ data: { revision } }),
                  (now) => t`Version ${now.in_force.version} is in use.`,
                )
              }
            >
              <Trans>Back to version {beforeVersion}</Trans>
            </Button>
          )}
        </div>
      )}
    </Part>
  )
}

function InForce({ catalogue: { in_force: inForce, read_at, enabled, automatic } }: { catalogue: OperatorCatalogue }) {
  const { calendarDate, relative } = useFormat()
  const { version } = inForce
  const date = calendarDate(inForce.date)
  const readAt = read_at === null ? null : relative(read_at)
  return (
    <div className="grid gap-1">
      <p>
        {inForce.edition === null ? (
          <Trans>
            Version {version} of {date}, part of this release
          </Trans>
        ) : (
          <Trans>
            Version {version} of {date}, from the feed
          </Trans>
        )}
      </p>
      <p className="max-w-reading text-sm text-ink-soft">
        {!enabled ? (
          <Trans>Set MODELS_FEED and MODELS_FEED_KEY to get new models and prices without a new release.</Trans>
        ) : readAt === null ? (
          <Trans>The feed hasn’t been read yet.</Trans>
        ) : automatic ? (
          <Trans>Feed read {readAt}. Newer versions apply automatically.</Trans>
        ) : (
          <Trans>Feed read {readAt}. A newer version applies only when you press Apply.</Trans>
        )}
      </p>
    </div>
  )
}

type WaitingProps = { waiting: NonNullable<OperatorCatalogue['waiting']>; busy: boolean; onApply: () => void }

function Waiting({ waiting: { version, date: day, differences }, busy, onApply }: WaitingProps) {
  const { calendarDate } = useFormat()
  const date = calendarDate(day)
  return (
    <div className="grid gap-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="font-medium">
            <Trans>
              Version {version} of {date}
            </Trans>
          </h3>
          <p className="text-sm text-ink-soft">
            {differences.length === 0 ? (
              <Trans>It changes no model.</Trans>
            ) : (
              <Plural value={differences.length} one="It changes # model." other="It changes # models." />
            )}
          </p>
        </div>
        <Button busy={busy} onClick={onApply}>
          <Trans>Apply</Trans>
        </Button>
      </div>
      {differences.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {differences.map((difference) => (
            <Difference key={difference.id} {...difference} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Difference({ id, name, kind, facts, price_before: before, price_after: after, ends_at: end, successor }: CatalogueDifference) {
  const { t } = useLingui()
  const { calendarDate, list } = useFormat()
  const pricePhrase = usePricePhrase()
  const factNames = useFactNames()
  const kinds = { new: t`New`, changed: t`Changed`, ends: t`Ending`, removed: t`Removed` }
  const isPriced = facts.includes('price')
  const others = facts.filter((fact) => fact !== 'price' && !(kind === 'ends' && fact === 'announced')).map((fact) => factNames[fact])
  const endDate = end === null ? '' : calendarDate(end)
  return (
    <li className="grid gap-0.5 py-2.5 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <span className="text-sm text-ink-soft">{kinds[kind]}</span>
      <div className="min-w-0 text-sm">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="wrap-anywhere text-ink-soft">{id}</p>
        {kind === 'new' && after && <p>{pricePhrase(after)}</p>}
        {isPriced && before && after && (
          <p>
            <Trans>
              Price: {pricePhrase(before)} → {pricePhrase(after)}
            </Trans>
          </p>
        )}
        {kind === 'ends' &&
          (successor === null ? (
            <p>
              <Trans>Ends on {endDate}</Trans>
            </p>
          ) : (
            <p>
              <Trans>
                Ends on {endDate}; {successor} replaces it
              </Trans>
            </p>
          ))}
        {others.length > 0 && <p className="text-ink-soft">{t`Also: ${list(others)}`}</p>}
      </div>
    </li>
  )
}

function useFactNames(): Record<ChangedFact, string> {
  const { t } = useLingui()
  return {
    price: t`price`,
    options: t`options`,
    files: t`input files`,
    limits: t`limits`,
    texts: t`name or description`,
    announced: t`announced changes`,
  }
}
