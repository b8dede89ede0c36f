import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OperatorGroup } from '#app/contract/operator/groups.ts'
import { operatorTools } from '#app/contract/studio/tool-names.ts'
import { foldText } from '#app/shell/i18n/fold-text.ts'
import { Checkbox, TextField } from '#app/ui/controls/field.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { SearchField } from '#app/ui/controls/search-field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { operatorModelsQuery } from '../models/connections.queries.ts'
import { changeGroup, createGroup } from './groups.functions.ts'
import { GroupTools } from './group-tools.tsx'
import { LimitFields, readLimits, typedLimits } from './limit-fields.tsx'
import { readDecimal, readWhole } from '../base/read-number.ts'

const blank = {
  name: '',
  price_factor: 1,
  models: null,
  tools: null,
  daily_tokens: null,
  concurrent_runs: null,
  storage_megabytes: null,
  queue_weight: 1,
  welcome_grant: 0,
}

/** Creates a group, or changes one. The default group keeps its name, and its welcome grant is that of the shop. */
export function GroupDialog({ group, onClose }: { group: OperatorGroup | null; onClose: () => void }) {
  const { t } = useLingui()
  const isDefault = group?.name === null
  const first = group ?? blank
  const [name, setName] = useState(first.name ?? '')
  const [factor, setFactor] = useState(`${Number((first.price_factor * 100).toFixed(2))}`)
  const [models, setModels] = useState<readonly string[] | null>(first.models)
  const [tools, setTools] = useState<readonly string[] | null>(first.tools)
  const [limits, setLimits] = useState(typedLimits(first))
  const [weight, setWeight] = useState(`${first.queue_weight}`)
  const [welcome, setWelcome] = useState(first.welcome_grant === 0 ? '' : `${first.welcome_grant}`)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const percent = readDecimal(factor)
  const read = readLimits(limits)
  const share = readDecimal(weight)
  const grant = welcome.trim() === '' ? 0 : readWhole(welcome)
  const isReady =
    (isDefault || name.trim() !== '') && percent !== undefined && read !== undefined && share !== undefined && grant !== undefined
  const title = group ? <Trans>Change group</Trans> : <Trans>Create group</Trans>
  return (
    <ActDialog
      title={title}
      description={
        isDefault ? (
          <Trans>Everyone without another group is in this one, and visitors see its prices.</Trans>
        ) : (
          <Trans>Changes apply to new runs at once. Runs already submitted keep their price.</Trans>
        )
      }
      action={group ? <Trans>Save group</Trans> : title}
      done={group ? t`Group saved` : t`Group created`}
      ready={isReady}
      reasonOptional
      onFailure={setFailure}
      onClose={onClose}
      onAct={(reason) => {
        const data = {
          name: isDefault ? 'default' : name,
          price_factor: (percent ?? 100) / 100,
          models: models && [...models],
          tools: tools && operatorTools.filter((name) => tools.includes(name)),
          daily_tokens: read?.daily_tokens ?? null,
          concurrent_runs: read?.concurrent_runs ?? null,
          storage_megabytes: read?.storage_megabytes ?? null,
          queue_weight: share ?? 1,
          welcome_grant: grant ?? 0,
          reason,
        }
        return group ? changeGroup({ data: { id: group.id, ...data } }) : createGroup({ data })
      }}
    >
      {!isDefault && (
        <TextField
          label={<Trans context="of a group or a batch">Name</Trans>}
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={failure?.fields?.name?.detail}
        />
      )}
      <TextField
        label={<Trans>Price, % of the usual one</Trans>}
        hint={t`80 is 20% off. 0 is free.`}
        inputMode="decimal"
        autoComplete="off"
        value={factor}
        onChange={(event) => setFactor(event.target.value)}
        error={failure?.fields?.price_factor?.detail ?? (percent === undefined ? t`Enter a number, for example 80.` : undefined)}
      />
      <Models value={models} onChange={setModels} />
      <GroupTools value={tools} onChange={setTools} />
      <p className="text-sm text-ink-soft">
        <Trans>An empty field means no limit on tokens, and the server’s own limits on runs and storage.</Trans>
      </p>
      <LimitFields value={limits} onChange={setLimits} failure={failure} />
      <TextField
        label={<Trans>Queue weight</Trans>}
        hint={t`With 2, their runs get twice the usual share of the built-in models while others wait.`}
        inputMode="decimal"
        autoComplete="off"
        value={weight}
        onChange={(event) => setWeight(event.target.value)}
        error={failure?.fields?.queue_weight?.detail ?? (share === undefined ? t`Enter a number, for example 2.` : undefined)}
      />
      {!isDefault && (
        <TextField
          label={<Trans>Welcome tokens</Trans>}
          hint={t`Each person gets them once, when first placed in this group.`}
          inputMode="numeric"
          autoComplete="off"
          value={welcome}
          onChange={(event) => setWelcome(event.target.value)}
          error={failure?.fields?.welcome_grant?.detail ?? (grant === undefined ? t`Enter a whole number above zero.` : undefined)}
        />
      )}
    </ActDialog>
  )
}

type ModelsProps = { value: readonly string[] | null; onChange: (value: readonly string[] | null) => void }

function Models({ value, onChange }: ModelsProps) {
  const { t } = useLingui()
  const { data, error } = useQuery(operatorModelsQuery)
  const [q, setQ] = useState('')
  const chosen = new Set(value)
  const listed = data?.items ?? []
  // A listed model may be away, for instance while its service is off.
  const away = (value ?? []).filter((id) => !listed.some((model) => model.id === id)).map((id) => ({ id, name: id }))
  const sought = foldText(q.trim())
  const shown = [...listed, ...away].filter(({ id, name }) => foldText(`${name} ${id}`).includes(sought))
  const count = chosen.size
  return (
    <div className="grid gap-3">
      <Segmented
        label={t`Models`}
        value={value === null ? 'all' : 'some'}
        onValueChange={(way) => onChange(way === 'all' ? null : [])}
        items={[
          { value: 'all', label: t`All models` },
          { value: 'some', label: t`Only chosen ones` },
        ]}
      />
      {value !== null &&
        (error ? (
          <LoadError error={error} />
        ) : data ? (
          <div className="grid gap-2">
            {listed.length > 10 && (
              <SearchField className="min-w-0" q={q} onSearch={setQ} label={t`Search models`} placeholder={t`Search models`} />
            )}
            <ul className="grid max-h-64 overflow-y-auto rounded-control border border-line px-3 py-1">
              {shown.map(({ id, name }) => (
                <li key={id}>
                  <Checkbox
                    label={name === id ? id : `${name} · ${id}`}
                    checked={chosen.has(id)}
                    onChange={(event) => onChange(event.target.checked ? [...chosen, id] : [...chosen].filter((one) => one !== id))}
                  />
                </li>
              ))}
            </ul>
            <p role="status" className="text-sm text-ink-soft">
              <Trans>Chosen: {count}. New models are not added by themselves.</Trans>
            </p>
          </div>
        ) : (
          <Skeleton className="h-40" />
        ))}
    </div>
  )
}
