import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import type { Call } from '#app/contract/studio/tool-calls.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { MadeTurn } from './made-turn.tsx'
import type { TurnHandlers } from './turn-handlers.ts'

type CallWorkProps = { call: Call; handlers: Pick<TurnHandlers, 'onStarted' | 'onWrite'> }

/** A call that has been decided: its state in words, and its result with the actions of its studio. */
export function CallWork({ call: { id, run, state, by }, handlers }: CallWorkProps) {
  const { t } = useLingui()
  const kindNames = useKindNames()
  // A call has a run once somebody, or a rule, has allowed it.
  const hasRun = by !== null && run !== null
  const { data: work } = useQuery({ ...generationQuery(id), enabled: hasRun })
  const words = {
    asks: t`Asks…`,
    due: t`Preparing…`,
    runs: t`Creating…`,
    done: t`Done`,
    failed: t`Failed, free of charge`,
    refused: run ? t`You didn’t allow this.` : t`Not allowed in this conversation.`,
    stopped: t`Stopped`,
  }[state]
  return (
    <div data-call={state} className="grid grid-cols-[minmax(0,1fr)]">
      <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-soft">
        {run && <KindIcon kind={run.type} className="size-4" />}
        <span className="line-clamp-2 wrap-anywhere">
          {run && `${run.recipe ?? kindNames[run.type]}${run.prompt ? `: ${run.prompt}` : ''}`}
        </span>
        {!(state === 'done' && work) && (
          <span>
            {run && '· '}
            {words}
          </span>
        )}
        {by === 'rule' && (
          <span>
            · <Trans>without asking</Trans>
          </span>
        )}
      </p>
      {work && hasRun && <MadeTurn turn={work} handlers={handlers} />}
    </div>
  )
}
