import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LegalIndex } from '#app/features/legal/legal-index.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/legal/')({
  staticData: { plain: 'document' },
  head: titled(msg`Legal documents`),
  component: LegalIndex,
})
