import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { standingsQuery } from './compare.queries.ts'
import { useModelNames } from './use-model-names.ts'

/** Models by how often their result was chosen, each with a bar for the share. */
export function Standings() {
  const { percent } = useFormat()
  const nameOf = useModelNames()
  const { data: standings } = useSuspenseQuery(standingsQuery)
  if (standings.length === 0) return null
  return (
    <section aria-labelledby="standings" className="grid gap-4">
      <h2 id="standings" className="text-xl">
        <Trans>Your choices</Trans>
      </h2>
      <ol className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
        {standings.map(({ model, type, compared, chosen }) => (
          <li key={`${type} ${model}`} data-kind={type} className="grid content-start gap-1.5">
            <span className="flex items-center justify-between gap-4">
              <span className="flex min-w-0 items-center gap-2.5">
                <KindIcon kind={type} />
                <span className="truncate">{nameOf(model)}</span>
              </span>
              <span className="shrink-0 text-sm text-ink-soft">
                <Trans>
                  best {chosen} of {compared}
                </Trans>
                <span className="sr-only"> {percent(chosen / compared)}</span>
              </span>
            </span>
            <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-ink/7">
              <span className="block h-full rounded-full bg-kind-mark" style={{ width: `${(chosen / compared) * 100}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
