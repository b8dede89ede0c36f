import type { EngineOptions } from '@quartet/engine/protocol/options.ts'
import type { ServerText } from '../../i18n.ts'

export const taskNames: Record<EngineOptions['sketch-text']['task'], ServerText> = {
  summary: /*i18n*/ { id: 'task.summary', message: 'Summary' },
  'key-points': /*i18n*/ { id: 'task.key_points', message: 'Key points' },
  keywords: /*i18n*/ { id: 'task.keywords', message: 'Keywords' },
  outline: /*i18n*/ { id: 'task.outline', message: 'Outline' },
  headlines: /*i18n*/ { id: 'task.headlines', message: 'Headlines' },
  'search-snippet': /*i18n*/ { id: 'task.search_snippet', message: 'Search title and description' },
  readability: /*i18n*/ { id: 'task.readability', message: 'Readability report' },
  verse: /*i18n*/ { id: 'task.verse', message: 'Verse from your text' },
}
