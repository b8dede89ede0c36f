import { Link } from '@tanstack/react-router'
import type { Generation } from '#app/contract/runs/generations.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { KindIcon, kindPaths } from '#app/shell/media/kinds.tsx'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { AgainButton } from '#app/runs/again-button.tsx'
import { CancelButton } from '#app/runs/cancel-button.tsx'
import { Painting } from '#app/runs/painting.tsx'
import { Outcome, Progress } from '#app/runs/status.tsx'
import { useGenerationActions } from '#app/runs/use-generation-actions.ts'

export function RunningWork({ generation }: { generation: Generation }) {
  const actions = useGenerationActions(generation)
  const workName = useWorkName()
  const active = isActive(generation)
  return (
    <>
      <Link to={kindPaths[generation.type]} className="flex items-start gap-2.5 rounded-[6px]">
        {generation.preview && active ? (
          <span className="relative size-14 shrink-0 overflow-hidden rounded-control bg-wash">
            <Painting generation={generation} markSize={20} />
          </span>
        ) : (
          <KindIcon kind={generation.type} className="mt-0.5 size-5" />
        )}
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{generation.prompt || workName(generation)}</span>
      </Link>
      {active ? <Progress generation={generation} className="mt-auto" /> : <Outcome generation={generation} />}
      {generation.type === 'text' && active && generation.text && (
        <p className="line-clamp-2 text-sm text-ink-soft">{generation.text.slice(-160)}</p>
      )}
      <div className="-mb-1 -ml-3">
        {active ? <CancelButton generation={generation} actions={actions} /> : <AgainButton generation={generation} actions={actions} />}
      </div>
    </>
  )
}
