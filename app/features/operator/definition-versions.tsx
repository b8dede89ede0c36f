import { Trans, useLingui } from '@lingui/react/macro'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '#app/contract/api-result.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { ActDialog } from './act-dialog.tsx'
import { listModelVersions, restoreDefinition } from './definitions.functions.ts'
import { operatorKey } from './operator.queries.ts'
import { Part } from './person-part.tsx'

const versionsQuery = (model: string) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey, 'model-versions', model],
    queryFn: async ({ pageParam }) =>
      unwrap(await listModelVersions({ data: { model, limit: '10', ...(pageParam && { cursor: pageParam }) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })

/** The published versions of a model, newest first, each of which can be restored. */
export function DefinitionVersions({ model, revision, version }: { model: string; revision: number; version: number | null }) {
  const { t } = useLingui()
  const format = useFormat()
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(versionsQuery(model))
  const [restoring, setRestoring] = useState<number | null>(null)
  const items = data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <Part id="versions" title={<Trans>Versions</Trans>}>
      <ul>
        {items.map(({ id, number, restores, reason, actor, created_at: createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line/60 py-3 last:border-0">
            <div className="min-w-0">
              <p className="font-medium">
                <Trans>Version {number}</Trans>
                {restores !== null && (
                  <>
                    {' · '}
                    <Trans>restores version {restores}</Trans>
                  </>
                )}
              </p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
                {actor && <> · {actor.email}</>} · {reason}
              </p>
            </div>
            {number === version ? (
              <span className="text-sm text-ink-soft">
                <Trans>in force</Trans>
              </span>
            ) : (
              <Button variant="secondary" size="sm" onClick={() => setRestoring(number)}>
                <Trans context="version">Restore</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" className="justify-self-start" onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {restoring !== null && (
        <ActDialog
          title={<Trans>Restore version {restoring}?</Trans>}
          description={<Trans>It applies at once to new runs, as a new version. Runs already submitted stay as they were.</Trans>}
          action={<Trans context="version">Restore</Trans>}
          done={t`Version restored`}
          onClose={() => setRestoring(null)}
          onAct={(reason) => restoreDefinition({ data: { model, revision, number: restoring, reason } })}
        />
      )}
    </Part>
  )
}
