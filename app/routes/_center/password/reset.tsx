import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ResetPasswordPage } from '#app/features/session/reset-password-page.tsx'
import { titled } from '#app/shell/document/head.ts'

const searchSchema = v.object({ token: v.fallback(v.optional(v.string()), undefined) })

export const Route = createFileRoute('/_center/password/reset')({
  validateSearch: searchSchema,
  // The address holds the token: it must not leave as a referrer.
  head: (options) => ({ meta: [...titled(msg`Reset your password`)(options).meta, { name: 'referrer', content: 'no-referrer' }] }),
  component: Page,
})

function Page() {
  const { token = '' } = Route.useSearch()
  return <ResetPasswordPage key={token} token={token} />
}
