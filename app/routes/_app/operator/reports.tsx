import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ReportsPage } from '#app/features/operator/safety/reports-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/reports')({ head: titled(msg`Reports`), component: ReportsPage })
