import { lazyPart } from '#app/ui/page/lazy-part.tsx'

// Nobody types a slash before the page is hydrated.
export const SlashField = lazyPart(async () => (await import('./slash-field.tsx')).SlashField)
