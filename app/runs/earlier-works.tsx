import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Button } from '#app/ui/controls/button.tsx'

type EarlierProps = {
  title: ReactNode
  /** Class names of the columns. */
  columns: string
  /** The state of the infinite query that lists them. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** List items. */
  children: ReactNode
}

/** Cards of what was made earlier, newest first. */
export function Earlier({ title, columns, list: { hasNextPage, isFetchingNextPage, fetchNextPage }, children }: EarlierProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className={`grid gap-3 ${columns}`}>{children}</ul>
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="justify-self-center">
          <Trans>Show older</Trans>
        </Button>
      )}
    </section>
  )
}
