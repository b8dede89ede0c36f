import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GroupsPage } from '#app/features/operator/people/groups-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/groups')({ head: titled(msg`Groups`), component: GroupsPage })
