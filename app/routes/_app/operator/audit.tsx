import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { auditSearch } from '#app/features/operator/base/operator-search.ts'
import { AuditPage } from '#app/features/operator/system/audit-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/audit')({
  validateSearch: auditSearch,
  head: titled(msg`Audit log`),
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <AuditPage
      search={Route.useSearch()}
      onSearchChange={(change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })}
    />
  )
}
