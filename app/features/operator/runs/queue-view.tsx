import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OperatorQueue } from '#app/contract/operator/operator-queue.ts'
import { useFormat, useNow } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { queueQuery } from '../base/operator.queries.ts'

type Counts = Pick<OperatorQueue, 'waiting' | 'running' | 'oldest_waiting_at'>

/** Runs that wait now, by person in the order in which they are served, by kind and by service. */
export function QueueView() {
  const { data, error } = useQuery(queueQuery)
  const kindNames = useKindNames()
  if (!data) return error ? <LoadError error={error} /> : <Skeleton className="h-40" />
  if (data.people_total === 0)
    return (
      <Empty title={<Trans>The queue is empty</Trans>}>
        <Trans>Runs appear here while they wait or run.</Trans>
      </Empty>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <Part id="queue-kinds" title={<Trans>By type</Trans>}>
          {data.kinds.map((kind) => (
            <Row key={kind.type} counts={kind}>
              <span className="flex items-center gap-2">
                <KindIcon kind={kind.type} className="size-4" />
                {kindNames[kind.type]}
              </span>
            </Row>
          ))}
          <Row counts={data}>
            <span className="font-medium">
              <Trans>Total</Trans>
            </span>
          </Row>
        </Part>
        <Part id="queue-services" title={<Trans>By service</Trans>}>
          {data.providers.map((provider) => (
            <Row key={provider.name} counts={provider}>
              {provider.name ?? <Trans>This machine</Trans>}
            </Row>
          ))}
        </Part>
      </div>
      <People queue={data} />
    </div>
  )
}

function Part({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

function Row({ counts, children }: { counts: Counts; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 border-b border-line/60 py-3 last:border-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 wrap-anywhere">{children}</div>
      <CountsLine counts={counts} />
    </li>
  )
}

function CountsLine({ counts: { waiting, running, oldest_waiting_at: oldest } }: { counts: Counts }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const longest = oldest !== null && now !== null ? format.duration(Math.max(0, now - Date.parse(oldest))) : null
  return (
    <p className="text-sm text-ink-soft sm:text-right">
      {t`waiting: ${format.number(waiting)}`} · {t`running: ${format.number(running)}`}
      {longest !== null && <> · {t`longest wait: ${longest}`}</>}
    </p>
  )
}

function People({ queue: { people, people_total: total } }: { queue: OperatorQueue }) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <section aria-labelledby="queue-people" className="grid gap-3">
      <h2 id="queue-people" className="text-xl">
        <Trans>People, in the order of their turns</Trans>
      </h2>
      <ul>
        {people.map((one) => (
          <Row key={one.person.id} counts={one}>
            <Link to="/operator/people/$person" params={{ person: one.person.id }} className="link font-medium">
              {one.person.email}
            </Link>
            <p className="text-sm text-ink-soft">
              {one.ahead === null ? t`nothing to start` : one.ahead === 0 ? t`next in line` : t`ahead: ${format.number(one.ahead)}`}
              {one.due_at && (
                <>
                  {' · '}
                  <Trans>
                    due <time dateTime={one.due_at}>{format.dateTime(one.due_at)}</time>
                  </Trans>
                </>
              )}
              {' · '}
              {t`weight: ${format.number(one.weight)}`}
              {one.share !== null && <> · {t`share of this machine: ${format.percent(one.share)}`}</>}
              {one.held > 0 && <> · {t`waiting for another run: ${format.number(one.held)}`}</>}
              {one.group && <> · {one.group}</>}
            </p>
          </Row>
        ))}
      </ul>
      {people.length < total && (
        <p className="text-sm text-ink-soft">
          <Trans>
            The first {format.number(people.length)} of {format.number(total)} people.
          </Trans>
        </p>
      )}
      <p className="max-w-prose text-sm text-ink-soft">
        <Trans>
          On this machine, runs start in the order in which they are due. Long runs are due later and a higher weight makes runs due sooner;
          the weights are those of the person and of the group. Runs of services start as their limits allow.
        </Trans>
      </p>
    </section>
  )
}
