import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { VerifyEmailPage } from '#app/features/session/verify-email-page.tsx'
import { titled } from '#app/shell/head.ts'

const searchSchema = v.object({ token: v.fallback(v.optional(v.string(), ''), '') })

export const Route = createFileRoute('/_center/email/verify')({
  validateSearch: searchSchema,
  // The address holds the token: it must not leave as a referrer.
  head: (options) => ({ meta: [...titled(msg`Confirm your e-mail`)(options).meta, { name: 'referrer', content: 'no-referrer' }] }),
  component: Page,
})

function Page() {
  const { token } = Route.useSearch()
  return <VerifyEmailPage key={token} token={token} />
}
