import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import type { OptionSchema } from '#app/contract/models.ts'
import { useFormat } from '../format.ts'
import { modelsQuery } from '../generations.queries.ts'
import { useKindNames } from '../kinds.tsx'
import { useStatusNames } from './status.tsx'

/** An option's value as the form would say it. */
export function useOptionText() {
  const { t } = useLingui()
  const { number, duration, percent } = useFormat()
  return (schema: OptionSchema | undefined, value: string | number | boolean): string => {
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (typeof value === 'string') return (schema?.type === 'string' && schema['x-labels']?.[value]) || value
    if (schema?.type === 'integer' || schema?.type === 'number') {
      if (schema['x-unit'] === 'second') return duration(value * 1000)
      if (schema['x-unit'] === 'percent') return percent(value / 100)
      if (schema['x-unit'] === 'factor') return `${number(value)}×`
      if (schema['x-control'] === 'seed') return String(value)
    }
    return number(value)
  }
}

/** Everything that is known of a generation: what was asked, how, what came, and what it cost. */
export function GenerationDetails({ generation }: { generation: Generation }) {
  const { t } = useLingui()
  const { dateTime, duration, bytes } = useFormat()
  const { data: models } = useQuery(modelsQuery())
  const statusNames = useStatusNames()
  const kindNames = useKindNames()
  const optionText = useOptionText()
  const model = models?.find(({ id }) => id === generation.model)
  const file = generation.files[0]
  const took =
    generation.started_at && generation.finished_at
      ? new Date(generation.finished_at).getTime() - new Date(generation.started_at).getTime()
      : null

  const facts: [string, ReactNode][] = [
    [t`Kind`, kindNames[generation.type]],
    [t`Model`, model?.name ?? generation.model],
    ...Object.entries(generation.options).map(([name, value]): [string, ReactNode] => {
      const schema = model?.options.properties[name]
      return [schema?.title ?? name, optionText(schema, value)]
    }),
    [t`Status`, statusNames[generation.status]],
    [
      t`Started`,
      <time key="started" dateTime={generation.created_at}>
        {dateTime(generation.created_at)}
      </time>,
    ],
  ]
  if (took !== null) facts.push([t`Took`, duration(took)])
  if (file?.width && file.height) facts.push([t`Size`, `${file.width} × ${file.height}`])
  if (file) facts.push([t`File size`, bytes(file.bytes)])

  return (
    <div className="grid gap-6">
      <section>
        <h3 className="mb-1.5 text-sm font-medium tracking-normal text-ink-soft">
          <Trans>Prompt</Trans>
        </h3>
        <p className="max-h-64 overflow-y-auto whitespace-pre-line">{generation.prompt}</p>
      </section>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 border-t border-line">
        {facts.map(([name, value], index) => (
          <div key={index} className="col-span-2 grid grid-cols-subgrid border-b border-line py-2">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="tabular min-w-0 text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Receipt generation={generation} />
    </div>
  )
}

/** Where the tokens went: set aside when it began, paid or returned when it ended. */
function Receipt({ generation }: { generation: Generation }) {
  const { t } = useLingui()
  const { tokens, dateTime } = useFormat()
  const words = { hold: t`Set aside`, settle: t`Paid`, release: t`Returned` }
  const why = generation.status === 'failed' ? t`it failed` : generation.status === 'canceled' ? t`you cancelled` : t`not needed`
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-medium tracking-normal text-ink-soft">
        <Trans>Receipt</Trans>
      </h3>
      <ol className="grid grid-cols-[auto_1fr_auto] gap-x-3 rounded-card bg-wash px-4 py-2">
        {generation.receipt.map((line, index) => (
          <li key={index} className="col-span-3 grid grid-cols-subgrid items-baseline py-1.5">
            <span>{words[line.kind]}</span>
            <span className="min-w-0 text-sm text-ink-soft">
              <time dateTime={line.at}>{dateTime(line.at)}</time>
              {line.kind === 'release' && <> · {why}</>}
            </span>
            <span className="tabular text-right font-medium">{tokens(line.amount)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
