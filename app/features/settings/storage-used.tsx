import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { StorageUse } from '#app/contract/library/library.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { storageUseQuery } from './settings.queries.ts'

/** Share of the limit from which the bar warns. */
const nearlyFull = 0.9

/** The space that files take, what takes it, and how to get some back. */
export function StorageUsed() {
  const { data } = useSuspenseQuery(storageUseQuery)
  return (
    <>
      <Total use={data} />
      <dl className="grid gap-2">
        <Part name={<Trans>Results</Trans>} bytes={data.results_bytes} />
        <Part
          name={
            data.trash_bytes > 0 ? (
              <Link to="/dashboard" search={{ trash: true }} className="link">
                <Trans>Trash</Trans>
              </Link>
            ) : (
              <Trans>Trash</Trans>
            )
          }
          bytes={data.trash_bytes}
        />
        <Part name={<Trans>Uploads</Trans>} bytes={data.uploads_bytes} />
      </dl>
      {data.largest.length > 0 && <Largest works={data.largest} />}
      <Kept use={data} />
    </>
  )
}

function Total({ use: { used_bytes, limit_bytes } }: { use: StorageUse }) {
  const { t } = useLingui()
  const format = useFormat()
  const used = format.bytes(used_bytes)
  if (limit_bytes === null)
    return (
      <p className="font-medium">
        <Trans>{used} used</Trans>
      </p>
    )
  const limit = format.bytes(limit_bytes)
  const share = Math.min(1, used_bytes / limit_bytes)
  return (
    <div className="grid gap-2">
      <p className="font-medium">
        <Trans>
          {used} of {limit} used
        </Trans>
      </p>
      <div
        role="meter"
        aria-label={t`Storage used`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={t`${used} of ${limit}`}
        className="h-2 overflow-hidden rounded-full bg-ink/10"
      >
        <div className={`h-full rounded-full ${share < nearlyFull ? 'bg-ink' : 'bg-danger'}`} style={{ width: `${share * 100}%` }} />
      </div>
      {share >= nearlyFull && (
        <p className="text-danger">
          {share === 1 ? (
            <Trans>Your storage is full. To create or upload more files, delete some results and empty the trash.</Trans>
          ) : (
            <Trans>Your storage is almost full. Delete results that you no longer need and empty the trash.</Trans>
          )}
        </p>
      )}
    </div>
  )
}

function Part({ name, bytes }: { name: ReactNode; bytes: number }) {
  const format = useFormat()
  return (
    <div className="flex items-baseline justify-between gap-6">
      <dt>{name}</dt>
      <dd className="text-ink-soft tabular-nums">{format.bytes(bytes)}</dd>
    </div>
  )
}

function Largest({ works }: { works: StorageUse['largest'] }) {
  const format = useFormat()
  const id = useId()
  return (
    <div>
      <h3 id={id} className="font-medium">
        <Trans>Largest results</Trans>
      </h3>
      <ul aria-labelledby={id} className="mt-2">
        {works.map(({ id: item, type, name, bytes }) => (
          <li key={item} className="relative grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
            <KindIcon kind={type} />
            <Link to="/dashboard" search={{ item }} className="link justify-self-start max-w-full truncate after:absolute after:inset-0">
              {name}
            </Link>
            <span className="text-ink-soft tabular-nums">{format.bytes(bytes)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Kept({ use: { trash_days, results_days } }: { use: StorageUse }) {
  const { t } = useLingui()
  const days = (count: number) => t`${plural(count, { one: '# day', other: '# days' })}`
  const trash = days(trash_days)
  const results = results_days !== null && days(results_days)
  return (
    <p className="text-sm text-ink-soft">
      {results && (
        <>
          <Trans>Results move to the trash after {results}, except texts, favorites, shared results and those in collections.</Trans>{' '}
        </>
      )}
      <Trans>Deleted results stay in the trash for {trash}.</Trans>
    </p>
  )
}
