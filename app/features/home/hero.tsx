import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSignUpOpen } from '#app/shell/account/use-sign-up-open.ts'
import { useWelcomeTokens } from '#app/shell/account/use-welcome-tokens.ts'
import { Brand } from '#app/shell/chrome/brand.tsx'
import { useFormat } from '#app/shell/i18n/format.ts'
import { ButtonLink, IconButton } from '#app/ui/button.tsx'
import { PlayIcons } from '#app/ui/play-icons.tsx'
import { heroFilm } from './hero-film.ts'
import { HomeIcon, playIcons } from './icons.tsx'
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

/** The hero: the video, one claim, one field. Always on dark, because the scrim is part of the image. */
export function Hero() {
  const { t } = useLingui()
  const { tokens } = useFormat()
  const signUpOpen = useSignUpOpen()
  const reasons = [t`Works offline`, t`Failed runs are free`, t`English and Russian`, t`Open source`]
  const welcome = useWelcomeTokens()
  const gift = tokens(welcome)
  return (
    <section className="dark relative isolate flex min-h-svh flex-col overflow-hidden bg-paper text-ink">
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
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-[linear-gradient(to_bottom,oklch(12%_0.01_270/50%)_0%,oklch(12%_0.01_270/24%)_18%,oklch(12%_0.01_270/44%)_45%,oklch(12%_0.01_270/70%)_100%),linear-gradient(75deg,oklch(12%_0.01_270/62%)_0%,oklch(12%_0.01_270/18%)_55%,oklch(12%_0.01_270/0%)_80%)]"
      />

      <header className="mx-auto flex h-18 w-full max-w-page items-center gap-2 px-5 sm:px-8">
        <Brand to="/" />
        <nav aria-label={t`Main`} className="ml-4 flex items-center max-md:hidden">
          <Places />
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <ButtonLink to="/signin" variant="ghost" className="max-sm:px-3 max-[22rem]:hidden">
            <Trans>Sign in</Trans>
          </ButtonLink>
          {signUpOpen && (
            <ButtonLink to="/signin" search={{ mode: 'sign-up' }} className="max-sm:px-3">
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
      <nav aria-label={t`More pages`} className="-mt-3 flex px-2 md:hidden">
        <Places />
      </nav>

      <div className="mx-auto flex w-full max-w-page flex-1 flex-col justify-end gap-7 px-5 pt-10 pb-8 sm:px-8 sm:pb-12">
        <div className="max-w-3xl">
          <h1 className="text-[clamp(2.25rem,5.2vw,4rem)] leading-[1.06] tracking-[-0.035em] text-balance">
            <Trans>Your own studio for video, images, audio and text</Trans>
          </h1>
          <p className="mt-4 max-w-2xl text-lg text-pretty sm:text-xl">
            <Trans>For people and small teams who turn one sentence into finished media, on a server of their own.</Trans>
          </p>
          <ul aria-label={t`Why this one`} className="home-reasons mt-5 flex flex-wrap gap-x-5 gap-y-2 text-base font-medium">
            {reasons.map((reason) => (
              <li key={reason}>
                <HomeIcon name="check" />
                {reason}
              </li>
            ))}
          </ul>
        </div>
        <div className="grid grid-cols-1 gap-3">
          <h2 id="hero-field" className="text-lg font-medium sm:text-xl">
            <Trans>What will you create?</Trans>
          </h2>
          <PromptField labelledBy="hero-field" />
        </div>
        <div className="flex min-h-11 items-center justify-between gap-4">
          <p className="text-base text-ink/85">
            {welcome > 0 ? <Trans>{gift} to start. No card needed.</Trans> : <Trans>No card needed to start.</Trans>}
          </p>
          <IconButton label={t`Play video`} data-toggle data-play={t`Play video`} data-pause={t`Pause video`} className="-mr-2">
            <PlayIcons drawn={playIcons} className="size-5 fill-none" />
          </IconButton>
        </div>
      </div>
    </section>
  )
}
