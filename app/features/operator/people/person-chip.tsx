import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterChip } from '#app/ui/controls/filter-chip.tsx'
import { useRights } from '../base/operator-room.tsx'
import { personQuery } from '../base/operator.queries.ts'

/** The person of a list: their email where the viewer may see people. */
export function PersonChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useLingui()
  const may = useRights()
  const { data } = useQuery({ ...personQuery(id), enabled: may('see_people') })
  return <FilterChip label={t`Person: ${data?.email ?? id}`} onRemove={onRemove} />
}
