import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ApprovalPage } from '#app/features/approvals/approval-page.tsx'
import { loadRequest } from '#app/features/approvals/load-request.ts'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'

/** Emails and notifications link here. */
export const Route = createFileRoute('/_app/approvals/$request')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  loader: loadRequest,
  head: titled(msg`Approval`),
  component: Page,
  errorComponent: LoadError,
})

function Page() {
  return <ApprovalPage id={Route.useParams().request} />
}
