import { Trans, useLingui } from '@lingui/react/macro'
import { librarySummaryQuery } from '#app/shell/data/library.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { DatePair } from '#app/ui/controls/date-pair.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import type { SearchProps } from './library-search.ts'
import { dayOfTime, periodOf, presetOf, presets, timeOfDay } from './period.ts'
import { usePresetNames } from './use-preset-names.ts'

export function FilterFields({ search, onSearchChange, onDone }: SearchProps & { onDone: () => void }) {
  const { t } = useLingui()
  const presetNames = usePresetNames()
  const summary = useQueryData(librarySummaryQuery())
  const { model, status, from, to } = search
  const change = (next: Partial<typeof search>) => onSearchChange({ ...next, select: undefined }, { replace: true })
  const period = from || to ? (presetOf({ from, to }) ?? 'own') : 'any'
  const models = (summary?.models ?? []).filter(({ type }) => !search.kind || type === search.kind)
  const modelItems = [{ value: '', label: t`Any` }, ...models.map(({ id, name }) => ({ value: id, label: name }))]
  // The model was used long ago, or the link is from another person.
  if (model && !modelItems.some(({ value }) => value === model)) modelItems.push({ value: model, label: model })
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <Segmented
          label={t`When`}
          size="sm"
          value={period}
          onValueChange={(next) => {
            if (next === 'any') change({ from: undefined, to: undefined })
            else if (next !== 'own') change(periodOf(next))
          }}
          items={[
            { value: 'any', label: t`Any time` },
            ...presets.map((preset) => ({ value: preset, label: presetNames[preset] })),
            ...(period === 'own' ? [{ value: 'own' as const, label: t`Custom dates` }] : []),
          ]}
        />
        <DatePair
          from={dayOfTime(from, 0)}
          to={dayOfTime(to, 1)}
          onChange={(days) => change('from' in days ? { from: timeOfDay(days.from ?? '', 0) } : { to: timeOfDay(days.to ?? '', 1) })}
        />
      </div>
      <Select label={t`Model`} value={model ?? ''} onValueChange={(next) => change({ model: next || undefined })} items={modelItems} />
      {!search.trash && (
        <Segmented
          label={t`Outcome`}
          size="sm"
          value={status ?? 'done'}
          onValueChange={(next) => change({ status: next === 'done' ? undefined : next })}
          items={[
            { value: 'done', label: t`Ready` },
            { value: 'failed', label: t`No result` },
            { value: 'ended', label: t`Any outcome` },
          ]}
        />
      )}
      <Button onClick={onDone}>
        <Trans>Show</Trans>
      </Button>
    </div>
  )
}
