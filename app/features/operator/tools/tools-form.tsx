import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { ToolSettings } from '#app/contract/operator/tool-settings.ts'
import type { OperatorTool } from '#app/contract/studio/tool-names.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { toolsKey } from '#app/shell/data/tools.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { readWhole } from '../base/read-number.ts'
import { useGroupName } from '../people/use-group-name.ts'
import { Part } from '../people/person-part.tsx'
import { saveToolSettings } from './tools.functions.ts'
import { toolSettingsQuery } from './tools.queries.ts'

const numbers = ['most_steps', 'allowance', 'most_allowance'] as const
type NumberName = (typeof numbers)[number]

export function ToolsForm({ settings }: { settings: ToolSettings }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [on, setOn] = useState(settings.items.flatMap((item) => (item.on ? [item.name] : [])))
  const [typed, setTyped] = useState<Record<NumberName, string>>({
    most_steps: String(settings.most_steps),
    allowance: String(settings.allowance),
    most_allowance: String(settings.most_allowance),
  })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const values = {
    most_steps: readWhole(typed.most_steps, 0),
    allowance: readWhole(typed.allowance, 0),
    most_allowance: readWhole(typed.most_allowance, 0),
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const { most_steps, allowance, most_allowance } = values
    if (busy || most_steps === undefined || allowance === undefined || most_allowance === undefined) return
    setBusy(true)
    setFailure(null)
    const result = await settle(
      saveToolSettings({ data: { revision: settings.revision, tools: on, most_steps, allowance, most_allowance } }),
    )
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    toast({ title: t`Tools saved`, tone: 'ok' })
    queryClient.setQueryData(toolSettingsQuery.queryKey, result.data)
    // The operator's own conversations have other tools now.
    await queryClient.invalidateQueries({ queryKey: toolsKey })
  }
  async function reload() {
    await queryClient.invalidateQueries({ queryKey: toolSettingsQuery.queryKey })
  }

  const fieldOf = (name: NumberName) => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped((before) => ({ ...before, [name]: target.value })),
    error: failure?.fields?.[name]?.detail ?? (values[name] === undefined ? t`Enter a whole number.` : undefined),
  })
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <OfferedTools items={settings.items} on={on} onChange={setOn} />
      <Part id="tool-limits" title={<Trans>Limits</Trans>}>
        <div className="grid max-w-md gap-5">
          <TextField
            {...fieldOf('most_steps')}
            label={<Trans>Steps per answer</Trans>}
            hint={t`After that many steps an answer stops, and continues when the person presses a button.`}
          />
          <TextField
            {...fieldOf('allowance')}
            label={<Trans>Without asking: tokens in each conversation</Trans>}
            hint={t`For people who have set no number of their own. With 0, every step that costs something asks.`}
          />
          <TextField
            {...fieldOf('most_allowance')}
            label={<Trans>The most anyone can set</Trans>}
            hint={t`Higher numbers that people set earlier count as this one.`}
          />
        </div>
      </Part>
      <div className="grid gap-3">
        <div role="alert" className="grid justify-items-start gap-2 text-danger empty:hidden">
          {failure && !failure.fields && (
            <>
              {failureMessage(failure)}
              {failure.code === 'settings_changed' && (
                <Button variant="secondary" size="sm" onClick={() => void reload()}>
                  <Trans>Load again</Trans>
                </Button>
              )}
            </>
          )}
        </div>
        <Button type="submit" busy={busy} className="justify-self-start">
          <Trans>Save tools</Trans>
        </Button>
      </div>
    </form>
  )
}

type OfferedToolsProps = {
  items: ToolSettings['items']
  on: readonly OperatorTool[]
  onChange: (on: OperatorTool[]) => void
}

function OfferedTools({ items, on, onChange }: OfferedToolsProps) {
  return (
    <Part id="offered-tools" title={<Trans>Offered tools</Trans>}>
      <p className="max-w-prose text-ink-soft">
        <Trans>
          A tool that is off doesn’t exist in conversations: it can’t be turned on there, and its command is refused. Groups can have fewer
          tools.
        </Trans>{' '}
        <Link to="/operator/groups" className="link">
          <Trans>Change groups</Trans>
        </Link>
      </p>
      <ul className="grid max-w-prose divide-y divide-line/60">
        {items.map(({ name, title, description, not_for: notFor }) => (
          <li key={name} className="py-2">
            <Switch
              label={
                <>
                  {title}
                  <span className="block text-sm text-ink-soft">{description}</span>
                  <NotFor groups={notFor} />
                </>
              }
              checked={on.includes(name)}
              onCheckedChange={(next) => onChange(next ? [...on, name] : on.filter((one) => one !== name))}
            />
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The groups whose people don't have a tool. */
function NotFor({ groups }: { groups: ToolSettings['items'][number]['not_for'] }) {
  const nameOf = useGroupName()
  const { list } = useFormat()
  if (groups.length === 0) return null
  const names = list(groups.map((name) => nameOf({ name })))
  return (
    <span className="block text-sm wrap-anywhere text-ink-soft">
      <Trans>Not for: {names}</Trans>
    </span>
  )
}
