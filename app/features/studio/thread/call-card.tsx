import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Call } from '#app/contract/studio/tool-calls.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { InputSource } from '#app/runs/input-source.tsx'
import { isSeed } from '#app/runs/options/option-values.ts'
import { useOptionText } from '#app/runs/option-text.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Checkbox } from '#app/ui/controls/field.tsx'
import { CallEditor } from './call-editor.tsx'
import { RefuseCalls } from './call-refusal.tsx'
import { CallWork } from './call-work.tsx'
import { useCallWords } from '#app/runs/call-words.ts'
import type { TurnHandlers } from './turn-handlers.ts'
import { type Decision, useCalls, useDecision } from './use-calls.ts'

type CallsProps = { turn: Generation; handlers: Pick<TurnHandlers, 'onStarted' | 'onWrite'> }

/** The calls of an answer that make something: a card for those that ask, and the others with their results. */
export function Calls({ turn, handlers }: CallsProps) {
  const calls = useCalls(turn)
  const asking = calls.filter(({ state, run }) => state === 'asks' && run !== null)
  return (
    <div className="mt-3 grid gap-4">
      {calls
        .filter((call) => !asking.includes(call))
        .map((call) => (
          <CallWork key={call.id} call={call} handlers={handlers} />
        ))}
      <Announcement asking={asking} />
      {asking.length > 0 && <Card step={turn.id} asking={asking} />}
    </div>
  )
}

const priceOf = (calls: readonly Call[]) => calls.reduce((sum, { price_milli }) => sum + (price_milli ?? 0), 0)

/** Reads new questions to screen readers, without moving the focus. */
function Announcement({ asking }: { asking: readonly Call[] }) {
  const { t } = useLingui()
  const { list, tokenPrice } = useFormat()
  const words = useCallWords()
  const [spoken, setSpoken] = useState('')
  const acts = list(asking.flatMap(({ makes }) => (makes ? [words[makes].act] : [])))
  const price = tokenPrice(priceOf(asking))
  const text = asking.length > 0 ? t`Asks: ${acts}, ${price}` : ''
  // oxlint-disable-next-line react/set-state-in-effect -- A live region announces only what changes after it is there.
  useEffect(() => setSpoken(text), [text])
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {spoken}
    </p>
  )
}

function Card({ step, asking }: { step: string; asking: readonly Call[] }) {
  const { t } = useLingui()
  const { exactTokens, list } = useFormat()
  const words = useCallWords()
  const decision = useDecision(step)
  const [isRule, setRule] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const results = list([...new Set(asking.flatMap(({ makes }) => (makes ? [words[makes].results] : [])))])
  const next = asking[0]?.next_milli
  const nextPrice = next ? exactTokens(next) : null
  const [only] = asking
  const several = t`Create ${plural(asking.length, { one: '# result', other: '# results' })}?`
  const question = asking.length > 1 ? several : only?.makes ? words[only.makes].question : ''
  return (
    <section
      aria-label={question}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-surface p-4 max-sm:-mx-2 [&_.button]:max-sm:min-h-12"
    >
      <h4 className="text-lg font-medium tracking-normal">{question}</h4>
      {asking.length === 1 ? (
        asking.map((call) => <AskedCall key={call.id} call={call} {...{ decision, isRule, opened, setOpened }} variant="primary" />)
      ) : (
        <>
          <ol className="grid gap-4">
            {asking.map((call) => (
              <li key={call.id} className="grid gap-3 border-l-2 border-line pl-3">
                {call.makes && <h5 className="text-base font-medium tracking-normal">{words[call.makes].question}</h5>}
                <AskedCall call={call} {...{ decision, isRule, opened, setOpened }} variant="secondary" />
              </li>
            ))}
          </ol>
          <AllowAll asking={asking} {...{ decision, isRule, opened, setOpened }} />
        </>
      )}
      <Failed decision={decision} />
      {/* They go with a yes. */}
      <div className="grid gap-1 text-sm text-ink-soft" hidden={opened?.as === 'refuse'}>
        {nextPrice && (
          <p>
            <Trans>then the answer continues · up to {nextPrice}</Trans>
          </p>
        )}
        <Checkbox
          label={<Trans>Don’t ask here again for {results}, within the allowance</Trans>}
          checked={isRule}
          onChange={(event) => setRule(event.target.checked)}
        />
      </div>
    </section>
  )
}

/** Why an answer to the question did not count, in words. */
function Failed({ decision: { failure } }: { decision: Decision }) {
  const failureMessage = useFailureMessage()
  return (
    <div role="alert" className="text-danger empty:hidden">
      {failure && (
        <>
          {Object.values(failure.fields ?? {})[0]?.detail ?? failureMessage(failure)}{' '}
          {failure.code === 'not_enough_tokens' && (
            <Link to="/profile/token-packs" className="link font-medium text-ink">
              <Trans>Get tokens</Trans>
            </Link>
          )}
        </>
      )}
    </div>
  )
}

/** The form that is open in a card: of the call with this id, or of all. */
type Opened = { id: string; as: 'edit' | 'refuse' }
type AskedProps = { decision: Decision; isRule: boolean; opened: Opened | null; setOpened: (opened: Opened | null) => void }
type AskedCallProps = AskedProps & { call: Call; variant: 'primary' | 'secondary' }

function AskedCall({ call, decision, isRule, opened, setOpened, variant }: AskedCallProps) {
  const { tokenPrice } = useFormat()
  const open = opened?.id === call.id ? opened.as : null
  const close = () => setOpened(null)
  const price = tokenPrice(call.price_milli ?? 0)
  const { run } = call
  if (!run) return null
  if (open === 'edit') return <CallEditor call={{ ...call, run }} decision={decision} isRule={isRule} variant={variant} onCancel={close} />
  return (
    <>
      <AskedRun run={run} />
      {open === 'refuse' ? (
        <RefuseCalls calls={[call]} decision={decision} onCancel={close} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            variant={variant}
            busy={decision.busy === 'allow'}
            aria-disabled={decision.busy !== null || undefined}
            onClick={() => void decision.allow({ calls: [call], maxPrice: call.price ?? 0, isRule })}
          >
            <Trans>Allow · {price}</Trans>
          </Button>
          <Button variant="ghost" onClick={() => setOpened({ id: call.id, as: 'edit' })}>
            <Trans>Change</Trans>
          </Button>
          <Button variant="ghost" onClick={() => setOpened({ id: call.id, as: 'refuse' })}>
            <Trans>No</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

/** Options of a run that its card names. */
const shownOptions = 4

/** The run in words: its prompt, its model and its options. */
function AskedRun({ run }: { run: NonNullable<Call['run']> }) {
  const { t } = useLingui()
  const models = useQueryData(modelsQuery())
  const optionText = useOptionText()
  const model = models?.find(({ id }) => id === run.model)
  const options = Object.entries(model?.options.properties ?? {}).flatMap(([name, schema]) => {
    const value = run.options[name]
    const isMain = value !== undefined && schema['x-group'] === undefined && !isSeed(schema)
    return isMain ? [optionText(schema, value)] : []
  })
  return (
    <div className="grid gap-2">
      {run.inputs.length > 0 && (
        <ul aria-label={t`Made from`} className="grid gap-2">
          {run.inputs.map((input) => (
            <li key={'upload_id' in input ? input.upload_id : `${input.generation_id} ${input.index}`}>
              <InputSource input={input} roleName={null} opens />
            </li>
          ))}
        </ul>
      )}
      {run.prompt && <p className="line-clamp-10 wrap-anywhere whitespace-pre-wrap">{run.prompt}</p>}
      <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-soft">
        <KindIcon kind={run.type} className="size-4" />
        {[run.recipe, model?.name ?? run.model, ...options.slice(0, shownOptions)].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

const allCalls = 'all'

function AllowAll({ asking, decision, isRule, opened, setOpened }: AskedProps & { asking: readonly Call[] }) {
  const { number, tokenPrice } = useFormat()
  const milli = priceOf(asking)
  const many = number(asking.length)
  const price = tokenPrice(milli)
  if (opened?.id === allCalls) return <RefuseCalls calls={asking} decision={decision} onCancel={() => setOpened(null)} />
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        busy={decision.busy === 'allow'}
        aria-disabled={decision.busy !== null || undefined}
        onClick={() => void decision.allow({ calls: asking, maxPrice: wholeTokens(milli), isRule })}
      >
        <Trans>
          Allow all {many} · {price}
        </Trans>
      </Button>
      <Button variant="ghost" onClick={() => setOpened({ id: allCalls, as: 'refuse' })}>
        <Trans>No to all</Trans>
      </Button>
    </div>
  )
}
