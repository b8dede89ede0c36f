import { lazyPart } from '#app/ui/lazy-part.tsx'

export const LiveWork = lazyPart(async () => (await import('./live-work.tsx')).LiveWork)
