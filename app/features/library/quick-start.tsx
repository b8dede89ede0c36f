import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { Kind } from '#app/contract/common.ts'
import { modelsQuery } from '#app/shell/generations.queries.ts'
import { KindIcon, kindPaths, kinds, useKindNames } from '#app/shell/kinds.tsx'

/** The kinds used last come first; the rest keep their order. */
export function orderKinds(recent: readonly Kind[]): Kind[] {
  return [...new Set([...recent, ...kinds])]
}

export function QuickStart({ recentKinds }: { recentKinds: readonly Kind[] }) {
  const { t } = useLingui()
  const names = useKindNames()
  const { data: models } = useSuspenseQuery(modelsQuery())
  return (
    <nav aria-label={t`Make something new`}>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {orderKinds(recentKinds).map((kind) => {
          const ofKind = models.filter(({ type }) => type === kind)
          const model = ofKind.find(({ available }) => available)
          return (
            <li key={kind} data-kind={kind}>
              <Link
                to={kindPaths[kind]}
                className="group flex h-full min-h-34 flex-col rounded-card border border-line bg-surface p-4 transition-colors hover:border-kind sm:p-5"
              >
                <span className="flex items-center justify-between">
                  <span className="grid size-10 place-items-center rounded-control bg-kind-soft">
                    <KindIcon kind={kind} />
                  </span>
                  <ArrowRight
                    aria-hidden
                    className="size-5 text-ink-soft opacity-0 transition-[opacity,translate] group-hover:opacity-100 group-focus-visible:opacity-100 pointer-fine:-translate-x-1 pointer-fine:group-hover:translate-x-0"
                    strokeWidth={1.75}
                  />
                </span>
                <span className="pt-5 font-medium">{names[kind]}</span>
                <span className="line-clamp-2 text-sm text-ink-soft">
                  {model ? model.prompt.placeholder : <Trans>Not available now</Trans>}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
