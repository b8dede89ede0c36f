import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { ToolsForm } from './tools-form.tsx'
import { toolSettingsQuery } from './tools.queries.ts'

/** The tools of conversations: which are on, for which groups, and what they may spend without a press. */
export function ToolsPage() {
  const { data, error } = useQuery(toolSettingsQuery)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Tools</Trans>
        </h1>
        <p className="max-w-prose text-ink-soft">
          <Trans>Language models and people use tools in conversations. Changes apply to the next step, also of answers in progress.</Trans>
        </p>
      </div>
      {data ? <ToolsForm key={data.revision} settings={data} /> : error ? <LoadError error={error} /> : <Skeleton className="h-96" />}
    </div>
  )
}
