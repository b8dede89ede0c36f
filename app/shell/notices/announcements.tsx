import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const Bars = lazyPart(async () => (await import('./announcement-bars.tsx')).AnnouncementBars)

/** Announcements and maintenance, above every page. Most pages have none, and load nothing for them. */
export function Announcements() {
  const notices = useQueryData(noticesQuery)
  return notices && (notices.maintenance || notices.announcements.length > 0) ? <Bars notices={notices} /> : null
}
