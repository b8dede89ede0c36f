import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { BulkAct } from '#app/contract/operator/bulk-acts.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { startBulkAct } from './bulk.functions.ts'
import { groupsQuery } from './groups.queries.ts'
import { useBulkActNames, useRoleNames, useStateNames } from '../base/names.ts'
import { type PeopleFilter, peopleCountQuery } from '../base/operator.queries.ts'
import { readWhole } from '../base/read-number.ts'
import { useGroupName } from './use-group-name.ts'

const kinds = ['set_group', 'grant_tokens', 'block'] as const

/** Acts on everyone in the list, after showing who that is and how many. A repeated request of the same dialog counts once. */
export function BulkDialog({ filter, onClose }: { filter: PeopleFilter; onClose: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const names = useBulkActNames()
  const groupName = useGroupName()
  const count = useQuery(peopleCountQuery(filter))
  const groups = useQuery(groupsQuery)
  const [kind, setKind] = useState<BulkAct['kind']>('set_group')
  const [groupId, setGroupId] = useState('')
  const [tokens, setTokens] = useState('')
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  /** The key of the last try, which a repetition of the same act uses again. */
  const sent = useRef<{ key: string; what: string } | null>(null)
  const amount = readWhole(tokens)
  const act: BulkAct | null =
    kind === 'block'
      ? { kind }
      : kind === 'grant_tokens'
        ? amount === undefined
          ? null
          : { kind, amount }
        : groupId === ''
          ? null
          : { kind, group_id: groupId }
  const { people = 0, out_of_reach: beyond = 0 } = count.data ?? {}
  const reached = people - beyond
  const total = amount === undefined ? 0 : amount * reached
  return (
    <ActDialog
      title={<Trans>Bulk action</Trans>}
      description={
        count.error ? (
          <LoadError error={count.error} />
        ) : count.data ? (
          <>
            <FilterText filter={filter} />{' '}
            <strong className="font-medium text-ink">{t`${plural(people, { one: '# person', other: '# people' })}`}</strong>.{' '}
            {beyond > 0 &&
              t`${plural(beyond, { one: '# person outranks you and is skipped.', other: '# people outrank you and are skipped.' })}`}
          </>
        ) : (
          <Skeleton className="h-6" />
        )
      }
      action={kind === 'block' ? <Trans>Block all of them</Trans> : <Trans>Start</Trans>}
      done={t`Bulk action started`}
      destructive={kind === 'block'}
      ready={act !== null && reached > 0}
      reasonHint={kind === 'grant_tokens' ? t`Stored in the audit log. Each person sees it in their token history.` : undefined}
      onFailure={setFailure}
      onClose={onClose}
      onAct={(reason) => {
        const what = JSON.stringify([filter, act, reason])
        const key = sent.current?.what === what ? sent.current.key : uuid()
        sent.current = { key, what }
        const { q, role, state, group } = filter
        return startBulkAct({
          data: {
            filter: { ...(q && { q }), ...(role && { role }), ...(state && { state }), ...(group && { group }) },
            act: act ?? { kind: 'block' },
            reason,
            idempotency_key: key,
          },
        })
      }}
    >
      <Select label={t`Action`} value={kind} onValueChange={setKind} items={kinds.map((value) => ({ value, label: names[value] }))} />
      {kind === 'set_group' && (
        <Select
          label={t`Group`}
          value={groupId}
          onValueChange={setGroupId}
          items={[
            ...(groupId === '' ? [{ value: '', label: t`Choose a group` }] : []),
            ...(groups.data?.items ?? []).map((group) => ({ value: group.id, label: groupName(group) })),
          ]}
        />
      )}
      {kind === 'grant_tokens' && (
        <TextField
          label={<Trans>Tokens for each person</Trans>}
          hint={amount === undefined ? undefined : t`${format.tokens(total)} in all.`}
          inputMode="numeric"
          autoComplete="off"
          value={tokens}
          onChange={(event) => setTokens(event.target.value)}
          error={
            failure?.fields?.['act.amount']?.detail ??
            (tokens !== '' && amount === undefined ? t`Enter a whole number above zero.` : undefined)
          }
        />
      )}
      {kind === 'block' && (
        <p className="text-danger">
          <Trans>They are signed out at once. Their runs stop, unused tokens return, and their API keys and public links don’t work.</Trans>
        </p>
      )}
    </ActDialog>
  )
}

/** Names the filter, because the list is behind the dialog. */
function FilterText({ filter: { q, role, state, group } }: { filter: PeopleFilter }) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const stateNames = useStateNames()
  const groupName = useGroupName()
  const { data } = useQuery(groupsQuery)
  const chosen = data?.items.find(({ id }) => id === group)
  const parts = [
    ...(q ? [t`“${q}”`] : []),
    ...(role ? [roleNames[role]] : []),
    ...(state ? [stateNames[state]] : []),
    ...(chosen ? [groupName(chosen)] : []),
  ]
  return <>{parts.length === 0 ? t`Everyone:` : `${parts.join(', ')}:`}</>
}
