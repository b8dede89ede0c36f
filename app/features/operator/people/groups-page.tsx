import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorGroup } from '#app/contract/operator/groups.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { deleteGroup } from './groups.functions.ts'
import { groupsQuery } from './groups.queries.ts'
import { useGroupName } from './use-group-name.ts'

type Open = { what: 'create' } | { what: 'change' | 'delete'; group: OperatorGroup }

/** The groups of people, with their prices, models and limits. */
export function GroupsPage() {
  const { t } = useLingui()
  const { data, error } = useQuery(groupsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid gap-1">
          <h1 className="text-3xl">
            <Trans>Groups</Trans>
          </h1>
          <p className="max-w-prose text-ink-soft">
            <Trans>A group sets the prices, models and limits of its people. Choose a person’s group on their page.</Trans>
          </p>
        </div>
        <Button onClick={() => setOpen({ what: 'create' })}>
          <Trans>Create group</Trans>
        </Button>
      </div>
      {data ? (
        <ul>
          {data.items.map((group) => (
            <GroupRow
              key={group.id}
              group={group}
              onChange={() => setOpen({ what: 'change', group })}
              onDelete={() => setOpen({ what: 'delete', group })}
            />
          ))}
        </ul>
      ) : error ? (
        <LoadError error={error} />
      ) : (
        Array.from({ length: 3 }, (_, index) => <Skeleton key={index} className="h-20" />)
      )}
      {open?.what === 'create' && <GroupDialog group={null} onClose={close} />}
      {open?.what === 'change' && <GroupDialog group={open.group} onClose={close} />}
      {open?.what === 'delete' && (
        <ActDialog
          title={<Trans>Delete this group?</Trans>}
          description={<Trans>Its people return to the default group. Tokens that they have stay. This can’t be undone.</Trans>}
          action={<Trans>Delete group</Trans>}
          done={t`Group deleted`}
          destructive
          withoutReason
          onClose={close}
          onAct={() => deleteGroup({ data: { id: open.group.id } })}
        />
      )}
    </div>
  )
}

type GroupRowProps = { group: OperatorGroup; onChange: () => void; onDelete: () => void }

function GroupRow({ group, onChange, onDelete }: GroupRowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const name = useGroupName()(group)
  const terms = useTerms()(group)
  const { people } = group
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line/60 py-4 last:border-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-ink-soft">{t`${plural(people, { one: '# person', other: '# people' })}`}</span>
        </p>
        <p className="text-sm text-ink-soft">{terms.join(' · ')}</p>
        {group.welcome_grant > 0 && (
          <p className="text-sm text-ink-soft">
            <Trans>Welcome tokens: {format.number(group.welcome_grant)}</Trans>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" aria-label={t`Change ${name}`} onClick={onChange}>
          <Trans>Change</Trans>
        </Button>
        {group.name !== null && (
          <Button variant="ghost" size="sm" aria-label={t`Delete ${name}`} onClick={onDelete}>
            <Trans>Delete</Trans>
          </Button>
        )}
      </div>
    </li>
  )
}

/** Returns what a group pays and may use, in a few words each. */
function useTerms(): (group: OperatorGroup) => string[] {
  const { t } = useLingui()
  const format = useFormat()
  return ({
    price_factor: factor,
    models,
    tools,
    daily_tokens: daily,
    concurrent_runs: runs,
    storage_megabytes: storage,
    queue_weight: weight,
  }) => {
    const percent = format.number(Number((factor * 100).toFixed(2)))
    const modelCount = models?.length ?? 0
    const toolCount = tools?.length ?? 0
    const perDay = daily === null ? '' : format.tokens(daily)
    const share = format.number(weight)
    const gigabytes = format.number((storage ?? 0) / 1_000)
    return [
      factor === 1 ? t`usual prices` : factor === 0 ? t`free of charge` : t`${percent}% of the usual prices`,
      models === null ? t`all models` : t`${plural(modelCount, { one: '# model', other: '# models' })}`,
      ...(tools === null ? [] : [t`${plural(toolCount, { one: '# tool', other: '# tools' })}`]),
      daily === null ? t`no daily limit` : t`${perDay} per day`,
      ...(runs === null ? [] : [t`${plural(runs, { one: '# run at once', other: '# runs at once' })}`]),
      ...(storage === null ? [] : [t`${gigabytes} GB of storage`]),
      ...(weight === 1 ? [] : [t`queue weight ${share}`]),
    ]
  }
}
