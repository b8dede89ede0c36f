import { useQuery } from '@tanstack/react-query'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const Bars = lazyPart(async () => (await import('./announcement-bars.tsx')).AnnouncementBars)

/** Announcements and maintenance, above every page. Most pages have none, and load nothing for them. */
export function Announcements() {
  const { data } = useQuery(noticesQuery)
  return data && (data.maintenance || data.announcements.length > 0) ? <Bars notices={data} /> : null
}
