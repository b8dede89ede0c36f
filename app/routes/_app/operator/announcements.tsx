import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementsPage } from '#app/features/operator/system/announcements-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/announcements')({ head: titled(msg`Announcements`), component: AnnouncementsPage })
