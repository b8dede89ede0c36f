import { createFileRoute, notFound, Outlet } from '@tanstack/react-router'
import { OperatorRoom } from '#app/features/operator/base/operator-room.tsx'
import { accessQuery } from '#app/features/operator/base/operator.queries.ts'

/** Pages for people with a role. For everyone else they do not exist; the API checks the rights of each call. */
export const Route = createFileRoute('/_app/operator')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context: { user } }) => {
    if (user.role === 'member') throw notFound()
  },
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(accessQuery),
  component: () => (
    <OperatorRoom>
      <Outlet />
    </OperatorRoom>
  ),
})
