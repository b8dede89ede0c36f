import type { StudioSearch } from '../studio-search.ts'
import { NoTranscriber } from './no-transcriber.tsx'
import { NoVideoEditor } from './no-video-editor.tsx'

/** Says that no model here does what was asked for. */
export function NoModel({ task }: { task: NonNullable<StudioSearch['task']> }) {
  return task === 'transcribe' ? <NoTranscriber /> : <NoVideoEditor task={task} />
}
