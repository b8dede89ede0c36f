import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '#app/features/session/forgot-password-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_center/password/forgot')({
  head: titled(msg`Reset your password`),
  component: ForgotPasswordPage,
})
