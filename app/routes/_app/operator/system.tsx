import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SystemPage } from '#app/features/operator/system/system-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/system')({
  head: titled(msg({ message: 'System', context: 'server' })),
  component: SystemPage,
})
