import { modelsOf } from '#app/contract/runs/usual-models.ts'
import { videoTasks } from '#app/contract/base/values.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { StudioSearch } from './studio-search.ts'
import { StudioPage } from './studio-page.tsx'

const VideoTasks = lazyPart(async () => (await import('./video-tasks.tsx')).VideoTasks, <div className="h-10 pointer-coarse:h-12" />)

/** Makes a video, or works on a given one if a model can do it. */
export function VideoStudio({ search }: { search: StudioSearch }) {
  const all = useModels()
  const task = videoTasks.find((one) => one === search.task)
  const offered = videoTasks.filter((one) => one === task || modelsOf('video', one)(all).length > 0)
  // Each task has its own models and inputs, so the composer starts again.
  return (
    <StudioPage
      key={task ?? 'video'}
      kind="video"
      prefill={{ ...search, task }}
      modes={offered.length > 0 && <VideoTasks task={task} offered={offered} />}
    />
  )
}
