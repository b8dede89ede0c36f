import { Trans, useLingui } from '@lingui/react/macro'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { listModelVersions, restoreDefinition } from './definitions.functions.ts'
import { operatorKey } from '../base/operator.queries.ts'
import { Part } from '../people/person-part.tsx'
import { useProof } from '../base/prove-in-dialog.tsx'
import { VersionRow } from '../base/version-row.tsx'

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
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(versionsQuery(model))
  const [restoring, setRestoring] = useState<number | null>(null)
  if (!data)
    return (
      <Part id="versions" title={<Trans>Versions</Trans>}>
        {error ? <LoadError error={error} /> : <Skeleton className="h-24" />}
      </Part>
    )
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return null
  return (
    <Part id="versions" title={<Trans>Versions</Trans>}>
      <ul>
        {items.map(({ restores, ...one }) => (
          <VersionRow
            key={one.id}
            version={one}
            origin={restores !== null && <Trans>restores version {restores}</Trans>}
            inForce={one.number === version}
            onRestore={() => setRestoring(one.number)}
          />
        ))}
      </ul>
      {error && <LoadError error={error} />}
      {hasNextPage && (
        <Button variant="secondary" className="justify-self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {restoring !== null && <RestoreDialog model={model} revision={revision} number={restoring} onClose={() => setRestoring(null)} />}
    </Part>
  )
}

type RestoreDialogProps = { model: string; revision: number; number: number; onClose: () => void }

function RestoreDialog({ model, revision, number: restoring, onClose }: RestoreDialogProps) {
  const { t } = useLingui()
  const { isReady, proof, onFailure, field } = useProof()
  return (
    <ActDialog
      title={<Trans>Restore version {restoring}?</Trans>}
      description={<Trans>It applies at once to new runs, as a new version. Runs already submitted stay as they were.</Trans>}
      action={<Trans context="version">Restore</Trans>}
      done={t`Version restored`}
      ready={isReady}
      onFailure={onFailure}
      onClose={onClose}
      onAct={(reason) => restoreDefinition({ data: { model, revision, number: restoring, reason, ...proof } })}
    >
      {field}
    </ActDialog>
  )
}
