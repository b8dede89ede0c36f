import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '#app/features/session/forgot-password-page.tsx'
import { titled } from '#app/shell/head.ts'

export const Route = createFileRoute('/_center/password/forgot')({
  head: titled(msg`A new password`),
  component: ForgotPasswordPage,
})
