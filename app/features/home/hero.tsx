import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSignUpOpen } from '#app/shell/account/use-sign-up-open.ts'
import { useWelcomeTokens } from '#app/shell/account/use-welcome-tokens.ts'
import { Brand } from '#app/shell/chrome/brand.tsx'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { ButtonLink, IconButton } from '#app/ui/controls/button.tsx'
import { PlayIcons } from '#app/ui/media/play-icons.tsx'
import { Demo } from './demo.tsx'
import { heroFilm } from './hero-film.ts'
import { playIcons } from './icons.tsx'
import { PromptField } from './prompt-field.tsx'

/** Links to results, prices and the API. */
function Places() {
  return (
    <>
      <a href="#gallery-title" className="place-link">
        <Trans>Gallery</Trans>
      </a>
      <Link to="/legal/$document" params={{ document: 'pricing' }} className="place-link">
        <Trans>Prices</Trans>
      </Link>
      <Link to="/developers" className="place-link">
        <Trans>API</Trans>
      </Link>
    </>
  )
}

/**
 * The hero: the video, one claim, one field, and behind them the visitor's own image once it is drawn. Always on dark, because the scrim is
 * part of the image.
 */
export function Hero() {
  const { t } = useLingui()
  const { tokens } = useFormat()
  const signUpOpen = useSignUpOpen()
  const { data: methods } = useQuery(signInMethodsQuery)
  const welcome = useWelcomeTokens()
  const gift = tokens(welcome)
  const draws = methods?.demo ?? false
  return (
    <section
      data-stage
      aria-labelledby="claim"
      className="hero-stage dark relative isolate flex min-h-svh flex-col overflow-hidden bg-paper text-ink"
    >
      <video
        data-ambient
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
      <div data-demo-picture className="absolute inset-0 -z-10" />
      <div aria-hidden className="hero-scrim pointer-events-none absolute inset-0 -z-10" />

      <header className="on-film flex h-18 w-full items-center gap-2 px-5 sm:px-8">
        <Brand to="/" />
        <nav aria-label={t`Main`} className="ml-4 flex items-center max-md:hidden">
          <Places />
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <ButtonLink to="/signin" variant="ghost" className="max-sm:px-3 max-[22rem]:hidden">
            <Trans>Sign in</Trans>
          </ButtonLink>
          {signUpOpen && (
            <ButtonLink to="/signin" search={{ mode: 'sign-up' }} className="max-sm:px-3 [text-shadow:none]">
              <span className="max-sm:hidden">
                <Trans>Create account</Trans>
              </span>
              <span className="sm:hidden">
                <Trans>Sign up</Trans>
              </span>
            </ButtonLink>
          )}
        </div>
      </header>
      <nav aria-label={t`More pages`} className="on-film -mt-3 flex px-2 md:hidden">
        <Places />
      </nav>

      <div className="flex w-full flex-1 flex-col justify-end gap-6 px-5 pt-24 pb-6 sm:px-8 sm:pb-8 lg:px-12">
        <div className="max-w-3xl">
          <h1 id="claim" className="text-[clamp(2.25rem,4.6vw,4.25rem)] leading-[1.04] tracking-[-0.035em] text-balance">
            <Trans>Video, images, audio and text from one sentence</Trans>
          </h1>
          <p className="mt-4 text-lg sm:text-xl">
            <Trans>Type it, see the price, get the file.</Trans>
          </p>
        </div>
        <div className="grid max-w-5xl grid-cols-1 gap-3">
          <h2 id="hero-field" className="sr-only">
            <Trans>What will you create?</Trans>
          </h2>
          <PromptField labelledBy="hero-field" draws={draws} />
          {draws && <Demo />}
        </div>
        <div className="flex min-h-11 items-center justify-between gap-4">
          <p className="text-sm text-ink/85 sm:text-base">
            {welcome > 0 ? <Trans>{gift} to start. No card needed.</Trans> : <Trans>No card needed to start.</Trans>}
          </p>
          <IconButton label={t`Play video`} data-toggle data-play={t`Play video`} data-pause={t`Pause video`} className="on-film -mr-2">
            <PlayIcons drawn={playIcons} className="size-5 fill-none" />
          </IconButton>
        </div>
      </div>
    </section>
  )
}
