import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '#app/ui/controls/field.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { toolSettingsQuery } from '../tools/tools.queries.ts'

type GroupToolsProps = { value: readonly string[] | null; onChange: (value: readonly string[] | null) => void }

/** The tools of conversations that the people of a group have, among those that are on. */
export function GroupTools({ value, onChange }: GroupToolsProps) {
  const { t } = useLingui()
  const { data, error } = useQuery(toolSettingsQuery)
  return (
    <div className="grid gap-3">
      <Segmented
        label={t`Tools of conversations`}
        value={value === null ? 'all' : 'some'}
        onValueChange={(way) => onChange(way === 'all' ? null : [])}
        items={[
          { value: 'all', label: t`All tools` },
          { value: 'some', label: t({ message: 'Only chosen ones', context: 'tools' }) },
        ]}
      />
      {value !== null &&
        (data ? (
          <ul className="grid rounded-control border border-line px-3 py-1">
            {data.items.map(({ name, title, on }) => (
              <li key={name}>
                <Checkbox
                  label={on ? title : t`${title} (off for everyone)`}
                  checked={value.includes(name)}
                  onChange={({ target }) => onChange(target.checked ? [...value, name] : value.filter((one) => one !== name))}
                />
              </li>
            ))}
          </ul>
        ) : error ? (
          <LoadError error={error} />
        ) : (
          <Skeleton className="h-40" />
        ))}
      {value !== null && (
        <p className="text-sm text-ink-soft">
          <Trans>Tools of later releases are not added by themselves.</Trans>
        </p>
      )}
    </div>
  )
}
