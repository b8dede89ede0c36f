import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Hero } from './hero.tsx'

// Lazy-loaded: below the fold, and the server's HTML shows them.
const Demo = lazyPart(async () => (await import('./demo.tsx')).Demo)
const Samples = lazyPart(async () => (await import('./samples.tsx')).Samples)
const TokenLines = lazyPart(async () => (await import('./token-lines.tsx')).TokenLines)
const Gallery = lazyPart(async () => (await import('./gallery.tsx')).Gallery)
const Questions = lazyPart(async () => (await import('./questions.tsx')).Questions)

export function HomePage() {
  return (
    <>
      <Hero />
      <Demo />
      <Samples />
      <TokenLines />
      <Gallery />
      <Questions />
    </>
  )
}
