import { Trans } from '@lingui/react/macro'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { SearchProps } from './library-search.ts'

export const loadFilterFields = () => import('./filter-fields.tsx')
const FilterFields = lazyPart(async () => (await loadFilterFields()).FilterFields, <div className="h-80" />)

type FilterSheetProps = SearchProps & { open: boolean; onOpenChange: (open: boolean) => void }

/** Period, model and outcome. The grid behind the sheet follows each change. */
export function FilterSheet({ open, onOpenChange, ...props }: FilterSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={<Trans>Filters</Trans>}>
      {open && <FilterFields {...props} onDone={() => onOpenChange(false)} />}
    </Sheet>
  )
}
