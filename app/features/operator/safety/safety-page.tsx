import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrap } from '#app/contract/base/api-result.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { BlockedContentList } from './blocked-content.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { Part } from '../people/person-part.tsx'
import { RulesForm, rulesQuery } from './rules-form.tsx'
import { listUnusualSignUps } from './safety.functions.ts'

const unusualQuery = queryOptions({ queryKey: [...operatorKey, 'unusual'], queryFn: async () => unwrap(await listUnusualSignUps()) })

/** Rules of sign-ups, words that prompts may not contain, and addresses with unusual sign-ups. */
export function SafetyPage() {
  const { data, error } = useQuery(rulesQuery)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Safety</Trans>
        </h1>
        <p className="text-ink-soft">
          <Trans>Changes apply to the next sign-up and the next run.</Trans>
        </p>
      </div>
      {data ? <RulesForm rules={data} /> : error ? <LoadError error={error} /> : <Skeleton className="h-96" />}
      <BlockedContentList />
      <UnusualSignUps />
    </div>
  )
}

function UnusualSignUps() {
  const { t } = useLingui()
  const format = useFormat()
  const { data, error } = useQuery(unusualQuery)
  return (
    <Part id="unusual" title={<Trans>Unusual sign-ups</Trans>}>
      <p className="max-w-prose text-ink-soft">
        <Trans>
          Network addresses with three or more new accounts in the last 7 days. Open one to see its people and act on all of them.
        </Trans>
      </p>
      {error ? (
        <LoadError error={error} />
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : data.items.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>Nothing unusual.</Trans>
        </p>
      ) : (
        <ul>
          {data.items.map(({ address, accounts, blocked, barred, newest_at: newest, people }) => (
            <li key={address} className="grid gap-0.5 border-b border-line/60 py-3 last:border-0">
              <p className="flex flex-wrap gap-x-3">
                <Link to="/operator/people" search={{ q: address }} className="link font-medium wrap-anywhere">
                  {address}
                </Link>
                <span>{t`${plural(accounts, { one: '# account', other: '# accounts' })}`}</span>
              </p>
              <p className="text-sm text-ink-soft">
                <time dateTime={newest}>{format.relative(newest)}</time>
                {barred > 0 && (
                  <>
                    {' · '}
                    <Trans>without free tokens: {format.number(barred)}</Trans>
                  </>
                )}
                {blocked > 0 && (
                  <>
                    {' · '}
                    <Trans>blocked: {format.number(blocked)}</Trans>
                  </>
                )}
              </p>
              <ul className="flex flex-wrap gap-x-4 text-sm">
                {people.map((person) => (
                  <li key={person.id}>
                    <Link
                      to="/operator/people/$person"
                      params={{ person: person.id }}
                      className={`link inline-flex min-h-11 items-center wrap-anywhere sm:min-h-0 ${person.blocked ? 'text-ink-soft line-through' : ''}`}
                    >
                      {person.email}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
