import { lazyPart } from '#app/ui/page/lazy-part.tsx'

const load = () => import('./late-shell.tsx')

// The HTML names none of their code: it loads once the page is hydrated.
export const LateShell = lazyPart(async () => (await load()).LateShell)
export const SessionNotices = lazyPart(async () => (await load()).SessionNotices)
