import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { searchParams, text } from '#app/contract/base/search-params.ts'
import { ResetPasswordPage } from '#app/features/session/reset-password-page.tsx'
import { titled } from '#app/shell/document/head.ts'

const readSearch = searchParams({ token: text() })

export const Route = createFileRoute('/_center/password/reset')({
  validateSearch: readSearch,
  // The URL contains the token, which must not leave in a referrer.
  head: (options) => ({ meta: [...titled(msg`Reset your password`)(options).meta, { name: 'referrer', content: 'no-referrer' }] }),
  component: Page,
})

function Page() {
  const { token = '' } = Route.useSearch()
  return <ResetPasswordPage key={token} token={token} />
}
