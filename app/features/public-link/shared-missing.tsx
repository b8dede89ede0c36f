import { Trans } from '@lingui/react/macro'
import { Brand } from '#app/shell/chrome/brand.tsx'
import { ButtonLink } from '#app/ui/controls/button.tsx'

/** The same page for links that were withdrawn, have expired, or never existed. */
export function SharedMissing() {
  return (
    <div className="flex min-h-dvh flex-col px-4 py-2 sm:px-8 sm:py-4">
      <header>
        <Brand to="/" />
      </header>
      <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col justify-center pb-24">
        <p className="tabular font-mono text-base text-ink-soft">404</p>
        <h1 className="mt-3 text-3xl sm:text-4xl">
          <Trans>This link doesn’t work</Trans>
        </h1>
        <p className="mt-5 max-w-reading text-lg text-ink-soft">
          <Trans>Its owner may have removed it, or it may have expired. Ask them for a new link.</Trans>
        </p>
        <div className="mt-8">
          <ButtonLink to="/" variant="secondary">
            <Trans>Go to home page</Trans>
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
