import { Trans, useLingui } from '@lingui/react/macro'
import { Sheet } from '#app/ui/dialog.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { SearchProps } from './library-search.ts'
import type { Preset } from './period.ts'

export const loadFilterFields = () => import('./filter-fields.tsx')
const FilterFields = lazyPart(async () => (await loadFilterFields()).FilterFields, <div className="h-80" />)

export function usePresetNames(): Record<Preset, string> {
  const { t } = useLingui()
  return { today: t`Today`, week: t`7 days`, month: t`30 days`, year: t`1 year` }
}

type FilterSheetProps = SearchProps & { open: boolean; onOpenChange: (open: boolean) => void }

/** Period, model and outcome. The grid behind the sheet follows each change. */
export function FilterSheet({ open, onOpenChange, ...props }: FilterSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={<Trans>Filters</Trans>}>
      {open && <FilterFields {...props} onDone={() => onOpenChange(false)} />}
    </Sheet>
  )
}
