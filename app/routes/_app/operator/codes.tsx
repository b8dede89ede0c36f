import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CodesPage } from '#app/features/operator/shop/codes-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/codes')({ head: titled(msg`Codes`), component: CodesPage })
