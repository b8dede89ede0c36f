import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { searchParams, text } from '#app/contract/base/search-params.ts'
import { ConfirmEmailChangePage, KeepEmailPage } from '#app/features/session/email-change-pages.tsx'
import { VerifyEmailPage } from '#app/features/session/verify-email-page.tsx'
import { titled } from '#app/shell/document/head.ts'

/** The purpose of the email: confirm an address, take a new one, or keep the current one. */
const readSearch = searchParams({ token: text(), change: text(), keep: text() })

export const Route = createFileRoute('/_center/email/verify')({
  validateSearch: readSearch,
  // The URL contains the token, which must not leave in a referrer.
  head: (options) => ({ meta: [...titled(msg`Your email`)(options).meta, { name: 'referrer', content: 'no-referrer' }] }),
  component: Page,
})

function Page() {
  const { token = '', change, keep } = Route.useSearch()
  if (change) return <ConfirmEmailChangePage key={change} token={change} />
  if (keep) return <KeepEmailPage key={keep} token={keep} />
  return <VerifyEmailPage key={token} token={token} />
}
