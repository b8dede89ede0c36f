import { useLingui } from '@lingui/react/macro'
import { LayoutGrid, Rows3 } from 'lucide-react'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import type { FeedView } from './feed-view.ts'

/** The switch of the layout, for wide windows only: on a phone the results are always a feed. */
export function ViewSwitch({ view, onChange }: { view: FeedView; onChange: (view: FeedView) => void }) {
  const { t } = useLingui()
  const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const
  return (
    <Segmented
      label={t`Layout`}
      hideLabel
      size="sm"
      value={view}
      onValueChange={onChange}
      items={[
        { value: 'grid', label: t`Grid`, icon: <LayoutGrid {...icon} /> },
        { value: 'feed', label: t`Feed`, icon: <Rows3 {...icon} /> },
      ]}
    />
  )
}
