import { Trans, useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { localePath } from '#app/contract/base/locale.ts'
import { failureOf } from '#app/shell/calls/failure-of.ts'
import { isAway } from '#app/shell/calls/is-away.ts'
import { retrySession } from '#app/shell/calls/session-signals.ts'
import { localeNames } from '#app/shell/i18n/locale-names.ts'
import { usePinnedPath } from '#app/shell/i18n/pinned-path.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { FailurePrint } from '#app/ui/page/failure-print.tsx'
import { PageFault, pageFault } from '#app/ui/page/page-fault.tsx'
import { locales } from '#config'
import { useRecovery } from './use-recovery.ts'

type ErrorTextProps = { status: number | null; title: ReactNode; children: ReactNode; ways: ReactNode; note?: ReactNode }

/** The text of an error page: a small status, a large sentence, two links. */
function ErrorText({ status, title, children, ways, note }: ErrorTextProps) {
  return (
    <>
      {status !== null && <p className="tabular font-mono text-base text-ink-soft">{status}</p>}
      <h1 className="mt-3 text-3xl sm:text-4xl">{title}</h1>
      <div className="mt-5 max-w-reading text-lg text-ink-soft">{children}</div>
      <div className="mt-8 flex flex-wrap gap-3">{ways}</div>
      {note && <div className="mt-8">{note}</div>}
    </>
  )
}

// Plain links, which work without the router and reload everything.
const wayPrimary =
  'inline-flex min-h-11 items-center rounded-control bg-ink px-4.5 font-medium text-paper transition-colors hover:bg-ink/85'
const waySecondary =
  'inline-flex min-h-11 items-center rounded-control border border-edge bg-surface px-4.5 font-medium transition-colors hover:bg-wash'

export function NotFoundMessage() {
  const pathname = useLocation({ select: ({ publicHref }) => decoded(publicHref.replace(/[?#].*/s, '')) })
  const pinned = usePinnedPath()
  return (
    <ErrorText
      status={404}
      title={<Trans>This page doesn’t exist</Trans>}
      ways={
        <>
          <a href={pinned('/dashboard')} className={wayPrimary}>
            <Trans>Go to dashboard</Trans>
          </a>
          <a href={pinned('/')} className={waySecondary}>
            <Trans>Go to home page</Trans>
          </a>
        </>
      }
      note={<OtherLanguages />}
    >
      <p className="break-words">
        <Trans>Page not found: {pathname}</Trans>
      </p>
    </ErrorText>
  )
}

/** Plain links to this page in each language. */
function OtherLanguages() {
  const { t, i18n } = useLingui()
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <nav aria-label={t`Language`} className="-mx-2 flex flex-wrap">
      {locales.map((locale) => (
        <a
          key={locale}
          href={localePath(locale, pathname)}
          hrefLang={locale}
          lang={locale}
          aria-current={locale === i18n.locale || undefined}
          className="inline-flex min-h-11 items-center rounded-control px-2 text-ink-soft underline underline-offset-4 aria-current:font-medium aria-current:text-ink aria-current:no-underline"
        >
          {localeNames[locale]}
        </a>
      ))}
    </nav>
  )
}

/** The error page for everything but 404. It uses our own text: never a stack, never the message of another server. */
export function FailureMessage({ error, reset }: Pick<ErrorComponentProps, 'error'> & { reset?: (() => void) | undefined }) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const pinned = usePinnedPath()
  const failure = failureOf(error)
  const { statusCode, detail } = failure
  const isTemporary = isAway(failure)
  const cause = pageFault(error)
  async function tryAgain() {
    setBusy(true)
    try {
      // The page may be waiting for a session that could not be read.
      await retrySession()
      await router.invalidate()
      reset?.()
    } finally {
      setBusy(false)
    }
  }
  useRecovery(isTemporary, error, tryAgain)
  if (statusCode === 404) return <NotFoundMessage />
  return (
    <ErrorText
      status={cause ? null : statusCode}
      title={
        isTemporary ? (
          <Trans>The service isn’t responding</Trans>
        ) : cause === 'broken' ? (
          <Trans>This page stopped working</Trans>
        ) : cause ? (
          <Trans>Part of this page didn’t load</Trans>
        ) : (
          <Trans>Couldn’t load this page</Trans>
        )
      }
      note={!cause && <FailurePrint failure={failure} />}
      ways={
        <>
          <Button busy={busy} onClick={() => void tryAgain()} data-do="reload">
            <Trans>Try again</Trans>
          </Button>
          <a href={pinned('/')} className={waySecondary}>
            <Trans>Go to home page</Trans>
          </a>
        </>
      }
    >
      {isTemporary ? (
        <p role="status">
          <Trans>
            Your results and tokens are safe, and running jobs continue. This page opens by itself as soon as the service responds.
          </Trans>
        </p>
      ) : cause ? (
        <p>
          <PageFault cause={cause} />
        </p>
      ) : (
        <p>{detail || <Trans>It’s our fault. Your results and tokens are safe, and running jobs continue.</Trans>}</p>
      )}
    </ErrorText>
  )
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
