import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OperatorPersonDetails } from '#app/contract/operator/operator.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { setPersonLimits } from './groups.functions.ts'
import { groupsQuery } from './groups.queries.ts'
import { LimitFields, readLimits, typedLimits } from './limit-fields.tsx'
import { useGroupName } from './use-group-name.ts'

/** Sets a person's group and the limits that replace those of the group. */
export function LimitsDialog({ person, onClose }: { person: OperatorPersonDetails; onClose: () => void }) {
  const { t } = useLingui()
  const { data, error } = useQuery(groupsQuery)
  const nameOf = useGroupName()
  const [groupId, setGroupId] = useState(person.group.id)
  const [limits, setTyped] = useState(typedLimits(person.limits))
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const read = readLimits(limits)
  return (
    <ActDialog
      title={<Trans>Group and limits</Trans>}
      description={<Trans>Limits entered here replace those of the group. An empty field is as in the group.</Trans>}
      action={<Trans>Save limits</Trans>}
      done={t`Limits saved`}
      ready={data !== undefined && read !== undefined}
      onFailure={setFailure}
      onClose={onClose}
      onAct={(reason) =>
        setPersonLimits({
          data: {
            id: person.id,
            group_id: groupId,
            daily_tokens: read?.daily_tokens ?? null,
            concurrent_runs: read?.concurrent_runs ?? null,
            storage_megabytes: read?.storage_megabytes ?? null,
            reason,
          },
        })
      }
    >
      {data ? (
        <Select
          label={t`Group`}
          value={groupId}
          onValueChange={setGroupId}
          items={data.items.map((group) => ({ value: group.id, label: nameOf(group) }))}
        />
      ) : error ? (
        <LoadError error={error} />
      ) : (
        <Skeleton className="h-18" />
      )}
      <LimitFields value={limits} onChange={setTyped} failure={failure} />
    </ActDialog>
  )
}
