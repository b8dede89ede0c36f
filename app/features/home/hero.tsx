import { Trans, useLingui } from '@lingui/react/macro'
import { Pause, Play } from 'lucide-react'
import { useRef } from 'react'
import { Brand } from '#app/shell/brand.tsx'
import { useFormat } from '#app/shell/format.ts'
import { useSignUpOpen } from '#app/shell/sign-up-open.ts'
import { ButtonLink, IconButton } from '#app/ui/button.tsx'
import { config } from '#config'
import { heroFilm } from './hero-film.ts'
import { PromptField } from './prompt-field.tsx'
import { useAmbientFilm } from './use-ambient-film.ts'

/** The film, one sentence, one field. Always on dark: the scrim is part of the picture. */
export function Hero() {
  const { t } = useLingui()
  const { tokens } = useFormat()
  const film = useRef<HTMLVideoElement>(null)
  const { playing, toggle } = useAmbientFilm(film)
  const signUpOpen = useSignUpOpen()
  const gift = tokens(config.tokens.welcomeGrant)
  return (
    <section className="dark relative isolate flex min-h-svh flex-col overflow-hidden bg-paper text-ink">
      <video
        ref={film}
        className="absolute inset-0 -z-20 size-full object-cover"
        poster={heroFilm.still}
        src={heroFilm.src}
        muted
        loop
        playsInline
        preload="none"
        tabIndex={-1}
        aria-hidden
      />
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-[linear-gradient(to_bottom,oklch(12%_0.01_270/50%)_0%,oklch(12%_0.01_270/0%)_22%,oklch(12%_0.01_270/12%)_42%,oklch(12%_0.01_270/68%)_100%),linear-gradient(75deg,oklch(12%_0.01_270/62%)_0%,oklch(12%_0.01_270/18%)_55%,oklch(12%_0.01_270/0%)_80%)]"
      />

      <header className="mx-auto flex h-18 w-full max-w-page items-center gap-2 px-5 sm:px-8">
        <Brand to="/" />
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <ButtonLink to="/signin" variant="ghost">
            <Trans>Sign in</Trans>
          </ButtonLink>
          {signUpOpen && (
            <ButtonLink to="/signin" search={{ mode: 'sign-up' }} className="max-sm:hidden">
              <Trans>Create an account</Trans>
            </ButtonLink>
          )}
        </div>
      </header>

      <div className="mx-auto flex w-full max-w-page flex-1 flex-col justify-end gap-8 px-5 pt-16 pb-8 sm:px-8 sm:pb-12">
        <div className="max-w-3xl">
          <h1 id="hero-title" className="text-hero tracking-[-0.035em]">
            <Trans>What shall we make?</Trans>
          </h1>
          <p className="mt-4 max-w-2xl text-lg text-balance sm:text-xl">
            <Trans>A film, a picture, a voice, a piece of music or a text, from a sentence of yours.</Trans>
          </p>
        </div>
        <PromptField labelledBy="hero-title" />
        <div className="flex min-h-11 items-center justify-between gap-4">
          <p className="text-base text-ink/85">
            <Trans>{gift} to begin with. No card needed.</Trans>
          </p>
          <IconButton label={playing ? t`Pause the film` : t`Play the film`} onClick={toggle} className="-mr-2">
            {playing ? <Pause aria-hidden strokeWidth={1.75} /> : <Play aria-hidden strokeWidth={1.75} />}
          </IconButton>
        </div>
      </div>
    </section>
  )
}
