import { Gallery } from './gallery.tsx'
import { Hero } from './hero.tsx'
import { Questions } from './questions.tsx'
import { Samples } from './samples.tsx'
import { TokenLines } from './token-lines.tsx'

export function HomePage() {
  return (
    <>
      <Hero />
      <Samples />
      <TokenLines />
      <Gallery />
      <Questions />
    </>
  )
}
