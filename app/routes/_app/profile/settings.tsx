import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage, SettingsSkeleton } from '#app/features/settings/settings-page.tsx'
import {
  apiKeysQuery,
  deviceSessionsQuery,
  emailChangeQuery,
  identitiesQuery,
  passkeysQuery,
  storageUseQuery,
  twoFactorQuery,
} from '#app/features/settings/settings.queries.ts'
import { referralsQuery } from '#app/shell/data/account.queries.ts'
import { tokenPacksQuery } from '#app/shell/data/offers.queries.ts'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'

export const Route = createFileRoute('/_app/profile/settings')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(deviceSessionsQuery),
      queryClient.ensureQueryData(emailChangeQuery),
      queryClient.ensureQueryData(referralsQuery),
      queryClient.ensureQueryData(apiKeysQuery),
      queryClient.ensureQueryData(twoFactorQuery),
      queryClient.ensureQueryData(passkeysQuery),
      queryClient.ensureQueryData(identitiesQuery),
      queryClient.ensureQueryData(storageUseQuery),
      queryClient.ensureQueryData(tokenPacksQuery),
    ]),
  head: titled(msg`Settings`),
  component: SettingsPage,
  pendingComponent: SettingsSkeleton,
  errorComponent: LoadError,
})
