import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SafetyPage } from '#app/features/operator/safety/safety-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/safety')({ head: titled(msg`Safety`), component: SafetyPage })
