import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Generation } from '#app/contract/generations.ts'
import { Button } from '#app/ui/button.tsx'
import { isActive } from '../generation-state.ts'
import { KindIcon, kindPaths } from '../kinds.tsx'
import { CancelButton } from './cancel-button.tsx'
import { Outcome, Progress } from './status.tsx'
import { useGenerationActions } from './use-generation-actions.ts'

export function RunningWork({ generation }: { generation: Generation }) {
  const actions = useGenerationActions(generation)
  const active = isActive(generation)
  return (
    <>
      <Link to={kindPaths[generation.type]} className="flex items-start gap-2.5 rounded-[6px]">
        <KindIcon kind={generation.type} className="mt-0.5 size-5" />
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{generation.prompt}</span>
      </Link>
      {active ? <Progress generation={generation} className="mt-auto" /> : <Outcome generation={generation} />}
      {generation.type === 'text' && active && generation.text && (
        <p className="line-clamp-2 text-sm text-ink-soft">{generation.text.slice(-160)}</p>
      )}
      <div className="-mb-1 -ml-3">
        {active ? (
          <CancelButton generation={generation} actions={actions} />
        ) : (
          <Button variant="ghost" size="sm" busy={actions.busy === 'again'} onClick={() => void actions.again()}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    </>
  )
}
