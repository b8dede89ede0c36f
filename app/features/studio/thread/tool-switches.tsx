import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { milliPerToken } from '#app/contract/money/milli.ts'
import { makersOf, makings } from '#app/contract/studio/makings.ts'
import { isRecipe, recipePrefix, type StudioTool } from '#app/contract/studio/tool-names.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { Tools } from '#app/contract/studio/tools.ts'
import { pickModel } from '#app/contract/runs/usual-models.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { recipesQuery } from '#app/shell/data/recipes.queries.ts'
import { setAllowance, setRule } from '#app/shell/data/tools.functions.ts'
import { toolsKey, toolsQuery } from '#app/shell/data/tools.queries.ts'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { useFailureToast } from '#app/runs/use-failure-toast.ts'
import { useCallWords } from '#app/runs/call-words.ts'
import type { ThreadTools } from './use-tools.ts'

type ToolSwitchesProps = { model: Pick<Model, 'tools'>; thread: string | undefined; tools: ThreadTools }

/** The tools of the assistant in a conversation, and what it may spend without a press. */
export function ToolSwitches({ model, thread, tools }: ToolSwitchesProps) {
  const { data } = useQuery(toolsQuery(thread))
  const { exactTokens, number } = useFormat()
  if (!data || data.items.length === 0) return null
  const used = exactTokens(data.allowance.used_milli)
  const added = number(data.items.reduce((sum, { name, model_tokens }) => (isOn(tools, name) ? sum + model_tokens : sum), 0))
  return (
    <section aria-labelledby="thread-tools" className="grid gap-2">
      <h3 id="thread-tools" className="text-base font-medium tracking-normal">
        <Trans>Tools</Trans>
      </h3>
      {model.tools ? (
        <>
          {data.items.map(({ name, title, description }) =>
            name === 'use_recipe' ? (
              <RecipeSwitches key={name} tools={tools} />
            ) : (
              <Switch
                key={name}
                label={
                  <>
                    {title}
                    <span className="block text-sm text-ink-soft">{description}</span>
                    {name === 'create' && <Makers />}
                  </>
                }
                checked={tools.tools.includes(name)}
                onCheckedChange={(on) => tools.change(name, on)}
              />
            ),
          )}
          {tools.tools.length > 0 && (
            <p className="text-sm text-ink-soft">
              <Trans>These tools add about {added} model tokens to each step. What they find goes to the model.</Trans>
            </p>
          )}
          {thread !== undefined && <Rules thread={thread} rules={data.rules} />}
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

const isOn = ({ tools }: Pick<ThreadTools, 'tools'>, name: StudioTool) =>
  name === 'use_recipe' ? tools.some(isRecipe) : tools.includes(name)

/** The models and prices with which calls of `create` run, if the person has used no other. */
function Makers() {
  const { t } = useLingui()
  const models = useQueryData(modelsQuery()) ?? []
  const pricePhrase = usePricePhrase()
  const names = { picture: t`Image`, video: t`Video`, speech: t`Speech`, music: t`Music` }
  const made = makings.flatMap((making) => {
    const maker = pickModel(makersOf(models, making), null)
    return maker?.available ? [{ making, maker }] : []
  })
  if (made.length === 0) return null
  return (
    <span className="mt-1 block text-sm text-ink-soft">
      <Trans>With the model you used last, otherwise:</Trans>
      {made.map(({ making, maker }) => (
        <span key={making} className="block">
          {names[making]}: {maker.name} · {pricePhrase(maker.price)}
        </span>
      ))}
    </span>
  )
}

/** Recipes that are listed besides those that are on. */
const listedRecipes = 8

/** A switch for each recipe with a model. */
function RecipeSwitches({ tools }: { tools: ThreadTools }) {
  const { data = [] } = useQuery(recipesQuery)
  const models = useQueryData(modelsQuery()) ?? []
  const isChosen = (id: string) => tools.tools.includes(`${recipePrefix}${id}`)
  const recipes = data.filter(({ model }) => model).filter(({ id }, at) => at < listedRecipes || isChosen(id))
  return recipes.map(({ id, name, model }) => (
    <Switch
      key={id}
      label={
        <>
          <Trans>Recipe: {name}</Trans>
          <span className="block text-sm text-ink-soft">{models.find((one) => one.id === model)?.name ?? model}</span>
        </>
      }
      checked={isChosen(id)}
      onCheckedChange={(on) => tools.change(`${recipePrefix}${id}`, on)}
    />
  ))
}

/** The standing answers to calls in the conversation, each with a button to withdraw it. */
function Rules({ thread, rules }: { thread: string; rules: Tools['rules'] }) {
  const words = useCallWords()
  const queryClient = useQueryClient()
  const showFailure = useFailureToast()
  async function withdraw(makes: Tools['rules'][number]['makes']) {
    const result = await settle(setRule({ data: { thread, makes, rule: null } }))
    if (!result.ok) showFailure(result.error)
    await queryClient.invalidateQueries({ queryKey: toolsKey })
  }
  return rules.map(({ makes, rule }) => {
    const { results } = words[makes]
    return (
      <p key={makes} className="flex flex-wrap items-center justify-between gap-2">
        <span>{rule === 'allow' ? <Trans>Starts without asking: {results}</Trans> : <Trans>Never allowed: {results}</Trans>}</span>
        <Button variant="secondary" size="sm" onClick={() => void withdraw(makes)}>
          <Trans>Ask again</Trans>
        </Button>
      </p>
    )
  })
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
