import { inspection } from '#app/server/inspection/inspection.ts'

/**
 * Makes a placeholder of a few pixels as a `data:` URL. Null for transparent images, and for unreadable ones, because a missing placeholder
 * must not fail a run.
 */
export const makePlaceholder = (path: string): Promise<string | null> => inspection.run('drawPlaceholder', { path }).catch(() => null)
