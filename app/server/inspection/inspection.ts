import { signals } from '../signals.ts'
import { openInspection } from './open-inspection.ts'

/**
 * The inspection of this process, like a library with threads of its own: it costs nothing until there is a file, its processes do not keep
 * this one alive, and they end with it.
 */
export const inspection = openInspection({ onDamaged: (file) => signals.fileDamaged.publish(file) })
