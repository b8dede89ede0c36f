import type { GenerationFile } from '#app/contract/runs/generations.ts'
import type { Model, ModelInput } from '#app/contract/runs/models.ts'
import type { VideoTask } from '#app/contract/base/values.ts'

/** The reason why a model does not take a video. */
export type Unfit = 'format' | 'too_long' | 'too_short' | 'too_large'

type Film = Pick<GenerationFile, 'media_type' | 'duration_ms' | 'bytes'>

/** Files have a few milliseconds less or more than people asked for. */
const tolerance = 0.1

/** Returns the reason why the input does not take the video; undefined if it does. */
export function unfit(
  { video_types: formats, min_seconds: least, max_seconds: most, max_bytes: bytes }: ModelInput,
  film: Film,
): Unfit | undefined {
  const seconds = (film.duration_ms ?? 0) / 1_000
  if (formats && !formats.includes(film.media_type)) return 'format'
  if (most !== undefined && seconds > most + tolerance) return 'too_long'
  if (least !== undefined && seconds < least - tolerance) return 'too_short'
  return bytes !== undefined && film.bytes > bytes ? 'too_large' : undefined
}

export type Offer = { task: VideoTask; model: Model; reason: Unfit | undefined; input: ModelInput }

/** Returns the model to offer for a task: the first that takes the video, otherwise the first with its reason. Undefined without a model. */
export function offerFor(models: readonly Model[], task: VideoTask, film: Film): Offer | undefined {
  const able = models.flatMap((model) => {
    const input = model.available && model.task === task ? model.inputs.find(({ role }) => role === 'source') : undefined
    return input ? [{ task, model, input, reason: unfit(input, film) }] : []
  })
  return able.find(({ reason }) => reason === undefined) ?? able[0]
}
