import { lazyPart } from '#app/ui/page/lazy-part.tsx'

export const LiveWork = lazyPart(async () => (await import('./live-work.tsx')).LiveWork)
