import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ConnectionsPage } from '#app/features/operator/models/connections-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/connections')({
  head: titled(msg`Models`),
  component: ConnectionsPage,
})
