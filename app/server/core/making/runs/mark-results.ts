import type { Logger } from 'pino'
import type { InputRole } from '#app/contract/base/values.ts'
import type { RunInput } from '#app/server/providers/kinds.ts'
import type { ProducedFile } from '#app/server/providers/provider.ts'
import { markFile, readMark } from '../marks/mark-file.ts'
import type { SourceType } from '#app/server/inspection/tasks.ts'

/** Roles of inputs that can be seen in the result. A reference only guides the model, and a mask comes with a source. */
const shownRoles: ReadonlySet<InputRole> = new Set(['source', 'first_frame', 'last_frame'])

/** Marks films that were joined without AI as composites if any of them is marked as made by AI. */
export async function keepMarks(
  made: readonly ProducedFile[],
  { inputs, log }: { inputs: readonly Pick<RunInput, 'path' | 'mediaType'>[]; log: Logger },
): Promise<void> {
  const marks = await Promise.all(inputs.map((input) => readMark(input).catch(() => null)))
  if (marks.some((mark) => mark !== null)) await markAll(made, 'compositeWithTrainedAlgorithmicMedia', log)
}

type MarkResultsOptions = { inputs: readonly RunInput[]; log: Logger }

/** Marks the files of a connected model, their posters and thumbnails as made by AI. A file that cannot be marked is stored as it is. */
export async function markResults(made: readonly ProducedFile[], { inputs, log }: MarkResultsOptions): Promise<void> {
  await markAll(made, await sourceTypeOf(inputs), log)
}

async function markAll(made: readonly ProducedFile[], type: SourceType, log: Logger): Promise<void> {
  for (const file of made.flatMap((result) => [result, result.poster ?? [], result.thumbnail ?? []].flat())) {
    const { mediaType } = file
    try {
      if (!(await markFile(file, type))) log.warn({ mediaType }, 'a result could not be marked as made by AI')
    } catch (err) {
      log.warn({ err, mediaType }, 'a result could not be marked as made by AI')
    }
  }
}

/** A picture or film of the person that is in the result makes it a composite, unless AI alone made that one too. */
async function sourceTypeOf(inputs: readonly RunInput[]): Promise<SourceType> {
  for (const input of inputs) {
    const isShown = shownRoles.has(input.role) && !input.mediaType.startsWith('text/')
    if (!isShown) continue
    if ((await readMark(input).catch(() => null)) !== 'trainedAlgorithmicMedia') return 'compositeWithTrainedAlgorithmicMedia'
  }
  return 'trainedAlgorithmicMedia'
}
