import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import type { RunRequest } from '#app/contract/runs/run-requests.ts'
import { InputSource } from '#app/runs/input-source.tsx'
import { useStatusNames } from '#app/runs/status-names.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { allowAndRaise, allowRunRequest, refuseRunRequest } from '#app/shell/data/run-requests.functions.ts'
import { runRequestQuery, runRequestsKey } from '#app/shell/data/run-requests.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { RaiseForm } from './raise-form.tsx'

/** A call beyond the budget of an API key: what it is, what it costs, and the answers. */
export function ApprovalPage({ id }: { id: string }) {
  const { data: request } = useSuspenseQuery(runRequestQuery(id))
  const { t } = useLingui()
  const name = request.api_key.name
  const count = request.runs.length
  const titles = {
    generation: t`Allow this?`,
    retry: t`Allow this?`,
    chord: t`Allow this chord?`,
    comparison: t`Allow this comparison?`,
    voice: t`Allow this voice?`,
    film: t`Allow this film?`,
  }
  const asks = {
    generation: t`The API key “${name}” wants to create something beyond its budget.`,
    retry: t`The API key “${name}” wants to create something again, beyond its budget.`,
    chord: t`The API key “${name}” asks for ${plural(count, { one: '# result', other: '# results' })} from one prompt beyond its budget.`,
    comparison: t`The API key “${name}” asks to compare ${plural(count, { one: '# model', other: '# models' })} beyond its budget.`,
    film: t`The API key “${name}” asks to make ${plural(count, { one: '# part', other: '# parts' })} of a film beyond its budget.`,
    voice: t`The API key “${name}” asks to clone a voice beyond its budget. It says that the person agreed.`,
  }
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <h1 className="text-3xl">{titles[request.call]}</h1>
        <p className="wrap-anywhere text-ink-soft">{asks[request.call]}</p>
      </div>
      <Requested request={request} />
      <div aria-live="polite">{request.status === 'open' ? <Answers request={request} /> : <Outcome request={request} />}</div>
    </div>
  )
}

function Requested({ request }: { request: RunRequest }) {
  const { t } = useLingui()
  const { dateTime } = useFormat()
  const models = useQueryData(modelsQuery())
  const user = useUser()
  const { call, type, model, runs, prompt, inputs, price, exceeded, expires_at: expiresAt } = request
  const made = runs.length > 0 ? runs : [{ type, model }]
  const { limit, left } = exceeded
  const limits = {
    run: <Plural value={limit} one="# token per result" other="# tokens per result" />,
    day: (
      <Trans>
        <Plural value={limit} one="# token per day" other="# tokens per day" />, {left} left
      </Trans>
    ),
    month: (
      <Trans>
        <Plural value={limit} one="# token per month" other="# tokens per month" />, {left} left
      </Trans>
    ),
  }
  const facts: [string, ReactNode][] = [
    [t`Price`, <Plural key="price" value={price} one="# token" other="# tokens" />],
    [t`Budget of the key`, limits[exceeded.period]],
    ...(user
      ? [[t`Your balance`, <Plural key="balance" value={user.available} one="# token" other="# tokens" />] satisfies [string, ReactNode]]
      : []),
    ...(request.status === 'open'
      ? [
          [
            t`Answer by`,
            <time key="end" dateTime={expiresAt}>
              {dateTime(expiresAt)}
            </time>,
          ] satisfies [string, ReactNode],
        ]
      : []),
  ]
  return (
    <section data-kind={type} className="grid gap-4 rounded-card border border-line p-5">
      <ul className="grid gap-2">
        {made.map((run) => (
          <li key={run.model} data-kind={run.type} className="flex items-center gap-2.5 font-medium">
            <KindIcon kind={run.type} className="size-5 shrink-0" />
            {models?.find(({ id }) => id === run.model)?.name ?? run.model}
          </li>
        ))}
      </ul>
      {prompt !== '' && <p className="max-h-64 overflow-y-auto wrap-anywhere whitespace-pre-line">{prompt}</p>}
      {inputs.length > 0 && (
        <ul className="grid gap-2">
          {inputs.map((input, index) => (
            <li key={index}>
              <InputSource input={input} opens {...(call === 'voice' && { roleName: t`Recording` })} />
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-[fit-content(50%)_1fr] gap-x-6 border-t border-line">
        {facts.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid py-1.5">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="tabular min-w-0 text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Answer = 'allow' | 'raise' | 'refuse'

function Answers({ request }: { request: RunRequest }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const user = useUser()
  const [busy, setBusy] = useState<Answer>()
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [raises, setRaises] = useState(false)
  const problem = useRef<HTMLDivElement>(null)
  const { id, price } = request
  const lacks = user !== null && user.available < price

  async function answer(by: Answer, call: Promise<ApiResult<RunRequest>>) {
    setBusy(by)
    setFailure(null)
    const result = await settle(call)
    setBusy(undefined)
    if (result.ok) queryClient.setQueryData(runRequestQuery(id).queryKey, result.data)
    else setFailure(result.error)
    // The price may have changed, or another device has answered.
    await queryClient.invalidateQueries({ queryKey: runRequestsKey })
    if (!result.ok) problem.current?.focus()
  }
  return (
    <div className="grid gap-4">
      <div ref={problem} tabIndex={-1} className="outline-none empty:hidden">
        {failure && (
          <p role="alert" className="text-danger">
            {failure.code === 'price_changed' ? t`The price has changed. Look at the new one and decide again.` : failureMessage(failure)}
          </p>
        )}
        {(lacks || failure?.code === 'not_enough_tokens') && (
          <div className="mt-2 grid justify-items-start gap-3">
            {!failure && (
              <p>
                <Trans>You don’t have enough tokens for this.</Trans>
              </p>
            )}
            <ButtonLink to="/profile/token-packs" variant="secondary">
              <Trans>Get tokens</Trans>
            </ButtonLink>
          </div>
        )}
      </div>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <Button busy={busy === 'allow'} onClick={() => void answer('allow', allowRunRequest({ data: { id, max_price: price } }))}>
          <Plural value={price} one="Allow · # token" other="Allow · # tokens" />
        </Button>
        {!raises && (
          <Button variant="secondary" onClick={() => setRaises(true)}>
            <Trans>Raise the budget</Trans>
          </Button>
        )}
        <Button variant="ghost" busy={busy === 'refuse'} onClick={() => void answer('refuse', refuseRunRequest({ data: { id } }))}>
          <Trans>Refuse</Trans>
        </Button>
      </div>
      {raises && (
        <RaiseForm
          request={request}
          busy={busy === 'raise'}
          problem={failure?.fields}
          onRaise={(budget) => void answer('raise', allowAndRaise({ data: { id, max_price: price, budget } }))}
        />
      )}
    </div>
  )
}

function Outcome({ request: { call, status, generation, chord, comparison, voice, film } }: { request: RunRequest }) {
  const statusNames = useStatusNames()
  if (status === 'allowed' && (chord || comparison || voice || film))
    return (
      <div className="grid justify-items-start gap-4">
        <Said icon={<CircleCheck aria-hidden className="size-5 text-ok" strokeWidth={1.75} />}>
          <Trans>Allowed.</Trans>
        </Said>
        <ButtonLink
          {...(voice
            ? { to: '/profile/settings' as const }
            : { to: '/dashboard' as const, search: film ? { film: film.id } : chord ? { chord: chord.id } : { compare: comparison?.id } })}
          variant="secondary"
        >
          {voice ? <Trans>Open your voices</Trans> : <Trans>Open the result</Trans>}
        </ButtonLink>
      </div>
    )
  if (status === 'allowed')
    return (
      <div className="grid justify-items-start gap-4">
        <Said icon={<CircleCheck aria-hidden className="size-5 text-ok" strokeWidth={1.75} />}>
          {generation ? (
            <Trans>Allowed. Status: {statusNames[generation.status]}</Trans>
          ) : (
            <>{call === 'voice' ? <Trans>Allowed. The voice was deleted.</Trans> : <Trans>Allowed. The result was deleted.</Trans>}</>
          )}
        </Said>
        {generation && generation.deleted_at === null && (
          <ButtonLink
            {...(generation.thread_id
              ? { to: '/dashboard/text' as const, search: { thread: generation.thread_id } }
              : { to: '/dashboard' as const, search: { item: generation.id } })}
            variant="secondary"
          >
            <Trans>Open the result</Trans>
          </ButtonLink>
        )}
      </div>
    )
  if (status === 'refused')
    return (
      <Said icon={<CircleX aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />}>
        <Trans>Refused. Nothing was charged.</Trans>
      </Said>
    )
  return (
    <Said icon={<Hourglass aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />}>
      {status === 'expired' ? (
        <Trans>This request expired because there was no answer within 24 hours. Nothing was charged.</Trans>
      ) : (
        <Trans>The API key was revoked or has expired, so this request has ended. Nothing was charged.</Trans>
      )}
    </Said>
  )
}

const Said = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex items-start gap-2.5">
    <span className="mt-0.5 shrink-0">{icon}</span>
    <span>{children}</span>
  </p>
)
