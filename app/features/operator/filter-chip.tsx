import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRights } from './operator-room.tsx'
import { personQuery } from './operator.queries.ts'

type ChipProps = { label: string; onRemove: () => void }

/** A filter that only a link sets, with a button that removes it. */
export function FilterChip({ label, onRemove }: ChipProps) {
  const { t } = useLingui()
  return (
    <span className="flex max-w-full min-w-0 items-center rounded-control bg-ink/6 pl-3 text-sm">
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={t`Remove the filter: ${label}`}
        onClick={onRemove}
        className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink"
      >
        <X aria-hidden className="size-4" strokeWidth={1.75} />
      </button>
    </span>
  )
}

/** The person of a list: their email where the viewer may see people. */
export function PersonChip({ id, onRemove }: { id: string } & Pick<ChipProps, 'onRemove'>) {
  const { t } = useLingui()
  const may = useRights()
  const { data } = useQuery({ ...personQuery(id), enabled: may('see_people') })
  return <FilterChip label={t`Person: ${data?.email ?? id}`} onRemove={onRemove} />
}
