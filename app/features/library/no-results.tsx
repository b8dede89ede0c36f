import { Trans } from '@lingui/react/macro'
import { Button } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { isFiltered, noFilters, type SearchProps } from './library-search.ts'
import { SeveralLinks } from './several-links.tsx'

/** Says why a place shows no results. */
export function Nothing({ search, onSearchChange }: SearchProps) {
  if (isFiltered(search)) {
    return (
      <Empty
        title={<Trans>No results</Trans>}
        action={
          <Button variant="secondary" onClick={() => onSearchChange(noFilters, { replace: true })}>
            <Trans>Show everything</Trans>
          </Button>
        }
      >
        <Trans>None of your results match.</Trans>
      </Empty>
    )
  }
  if (search.trash) {
    return (
      <Empty
        title={<Trans>The trash is empty</Trans>}
        action={
          <Button variant="secondary" onClick={() => onSearchChange({ trash: undefined, select: undefined }, { replace: true })}>
            <Trans>Back to the library</Trans>
          </Button>
        }
      >
        <Trans>Deleted results stay here until they’re removed permanently.</Trans>
      </Empty>
    )
  }
  if (search.collection) {
    return (
      <Empty
        title={<Trans>This collection is empty</Trans>}
        action={
          <Button variant="secondary" onClick={() => onSearchChange({ collection: undefined, select: '' }, { replace: true })}>
            <Trans>Choose results</Trans>
          </Button>
        }
      >
        <Trans>Add results from their menu or select several at once.</Trans>
      </Empty>
    )
  }
  return (
    <>
      <Empty
        title={<Trans>Your results will appear here</Trans>}
        example={<img src="/samples/image-3.webp" alt="" width={1024} height={768} className="w-112 max-w-full rounded-card" />}
      >
        <Trans>Describe what you want in the field above. No result, no charge.</Trans>
      </Empty>
      <SeveralLinks />
    </>
  )
}
