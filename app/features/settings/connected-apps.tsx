import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRows } from './key-rows.tsx'
import { apiKeysQuery } from './settings.queries.ts'

/** The apps that the person has given access in the browser or by a code. */
export function ConnectedApps() {
  const { data } = useSuspenseQuery(apiKeysQuery)
  return (
    <KeyRows
      of="apps"
      items={data.items.filter(({ client }) => client)}
      empty={
        <Trans>No apps yet. Add the address of this server with /mcp at its end to Claude, Cursor or another app, and allow it here.</Trans>
      }
    />
  )
}
