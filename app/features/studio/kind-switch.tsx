import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { KindIcon, kindPaths, kinds, useKindNames } from '#app/shell/kinds.tsx'

/** The four kinds within the thumb's reach. */
export const KindSwitch = memo(function KindSwitch() {
  const { t } = useLingui()
  const names = useKindNames()
  return (
    <nav aria-label={t`Kind`} className="grid grid-cols-4">
      {kinds.map((kind) => (
        <Link
          key={kind}
          to={kindPaths[kind]}
          data-kind={kind}
          className="relative grid min-h-13 justify-items-center gap-0.5 rounded-control pt-2 pb-1 text-xs font-medium text-ink-soft transition-colors before:absolute before:top-0 before:h-[3px] before:w-8 before:scale-x-0 before:rounded-full before:bg-kind-mark before:transition-transform aria-[current=page]:text-ink aria-[current=page]:before:scale-x-100"
        >
          <KindIcon kind={kind} />
          {names[kind]}
        </Link>
      ))}
    </nav>
  )
})
