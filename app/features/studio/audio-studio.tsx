import { modelsOf } from '#app/contract/runs/usual-models.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { StudioSearch } from './studio-search.ts'
import { StudioPage } from './studio-page.tsx'

const AudioTasks = lazyPart(async () => (await import('./audio-tasks.tsx')).AudioTasks, <div className="h-10 pointer-coarse:h-12" />)

/** Makes sound, or turns speech into text if a model can do it. */
export function AudioStudio({ search }: { search: StudioSearch }) {
  const task = search.task === 'transcribe' ? search.task : undefined
  const all = useModels()
  const hasChoice = task !== undefined || modelsOf('audio', 'transcribe')(all).length > 0
  // Each task has its own models and inputs, so the composer starts again.
  return <StudioPage key={task ?? 'audio'} kind="audio" prefill={{ ...search, task }} modes={hasChoice && <AudioTasks task={task} />} />
}
