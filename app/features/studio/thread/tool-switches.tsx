import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { milliPerToken } from '#app/contract/money/milli.ts'
import { switchedTools } from '#app/contract/runs/tool-names.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { setAllowance } from '#app/shell/data/tools.functions.ts'
import { toolsKey, toolsQuery } from '#app/shell/data/tools.queries.ts'
import type { ThreadTools } from './use-tools.ts'

type ToolSwitchesProps = { model: Pick<Model, 'tools'>; thread: string | undefined; tools: ThreadTools }

/** The tools of the assistant in a conversation, and what it may spend without a press. */
export function ToolSwitches({ model, thread, tools }: ToolSwitchesProps) {
  const { data } = useQuery(toolsQuery(thread))
  const { exactTokens, number } = useFormat()
  if (!data || data.items.length === 0) return null
  const used = exactTokens(data.allowance.used_milli)
  const added = number(data.items.reduce((sum, { name, model_tokens }) => (tools.tools.includes(name) ? sum + model_tokens : sum), 0))
  return (
    <section aria-labelledby="thread-tools" className="grid gap-2">
      <h3 id="thread-tools" className="text-base font-medium tracking-normal">
        <Trans>Tools</Trans>
      </h3>
      {model.tools ? (
        <>
          {data.items
            .filter(({ name }) => switchedTools.some((one) => one === name))
            .map(({ name, title, description }) => (
              <Switch
                key={name}
                label={
                  <>
                    {title}
                    <span className="block text-sm text-ink-soft">{description}</span>
                  </>
                }
                checked={tools.tools.includes(name)}
                onCheckedChange={(on) => tools.change(name, on)}
              />
            ))}
          {tools.tools.length > 0 && (
            <p className="text-sm text-ink-soft">
              <Trans>These tools add about {added} model tokens to each step. What they find goes to the model.</Trans>
            </p>
          )}
          <Allowance key={data.allowance.limit_milli} thread={thread} limit={data.allowance.limit_milli / milliPerToken} />
          {thread !== undefined && (
            <p className="text-sm text-ink-soft">
              <Trans>{used} used without asking in this conversation.</Trans>
            </p>
          )}
        </>
      ) : (
        <p className="text-sm text-ink-soft">
          <Trans>This model can’t use tools.</Trans>
        </p>
      )}
    </section>
  )
}

/** “Without asking: up to 10 tokens”; before the first message, the default of all new conversations. */
function Allowance({ thread, limit }: { thread: string | undefined; limit: number }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [typed, setTyped] = useState(String(limit))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function save(event: FormEvent) {
    event.preventDefault()
    if (!/^\d{1,7}$/.test(typed.trim())) return setProblem(t`Enter a whole number.`)
    setBusy(true)
    const result = await settle(setAllowance({ data: { thread, tokens: Number(typed) } }))
    setBusy(false)
    if (!result.ok) return setProblem(failureMessage(result.error))
    setProblem(undefined)
    return queryClient.invalidateQueries({ queryKey: toolsKey })
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex items-end gap-2">
      <TextField
        label={
          thread === undefined ? (
            <Trans>Without asking: tokens in each conversation</Trans>
          ) : (
            <Trans>Without asking: tokens in this conversation</Trans>
          )
        }
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={problem}
      />
      {typed !== String(limit) && (
        <Button type="submit" busy={busy} variant="secondary">
          <Trans>Save</Trans>
        </Button>
      )}
    </form>
  )
}
