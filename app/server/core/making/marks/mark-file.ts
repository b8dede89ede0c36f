import { inspection } from '#app/server/inspection/inspection.ts'
import type { SourceType } from '#app/server/inspection/tasks.ts'
import { editFile } from './edit-file.ts'

type MarkedFile = { path: string; mediaType: string }

/** Returns the mark of a file; null if it has none, or its structure is unknown. */
export const readMark = ({ path, mediaType }: MarkedFile): Promise<SourceType | null> => inspection.run('readMark', { path, mediaType })

/**
 * Writes into a file that AI made it, unless it says so already. Pixels, samples and other metadata stay as they are. Returns false if the
 * structure of the file is unknown; it is then unchanged.
 */
export async function markFile({ path, mediaType }: MarkedFile, type: SourceType): Promise<boolean> {
  const plan = await inspection.run('planMark', { path, mediaType, type })
  if (!plan) return false
  if (plan.edits.length === 0) return true
  return editFile(path, { ...plan, accept: async (edited) => (await readMark({ path: edited, mediaType })) === type })
}
