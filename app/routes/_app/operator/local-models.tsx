import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LocalModelsPage } from '#app/features/operator/models/local-models-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/local-models')({
  head: titled(msg`Models on this machine`),
  component: LocalModelsPage,
})
