import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ToolsPage } from '#app/features/operator/tools/tools-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/tools')({ head: titled(msg`Tools`), component: ToolsPage })
