import { Gallery } from './gallery.tsx'
import { Hero } from './hero.tsx'
import { HomeIcons } from './icons.tsx'
import { Promises } from './promises.tsx'
import { Questions } from './questions.tsx'
import { Recipes } from './recipes.tsx'
import { Samples } from './samples.tsx'
import { TokenLines } from './token-lines.tsx'

/** Rendered by the server only: no signed-in person sees it, and `app/plain` drives it. */
export function HomePage() {
  return (
    <>
      <HomeIcons />
      <Hero />
      <Promises />
      <Samples />
      <Recipes />
      <TokenLines />
      <Gallery />
      <Questions />
    </>
  )
}
