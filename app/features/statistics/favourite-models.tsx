import { Plural, Trans } from '@lingui/react/macro'
import type { Statistics } from '#app/contract/library/statistics.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { totalsOf } from './summary.ts'

/** Number of models shown at first. */
const fewModels = 8

/** Models by use, each with a bar relative to the first. */
export function FavouriteModels({ models }: Pick<Statistics, 'models'>) {
  const format = useFormat()
  const [first] = models
  if (!first) return null
  return (
    <section aria-labelledby="favourite-models" className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-6">
      <h2 id="favourite-models" className="text-xl">
        <Trans>Most used models</Trans>
      </h2>
      <ol className="grid gap-4">
        {models.slice(0, fewModels).map((model) => {
          const { runs, tokens, successRate } = totalsOf([model])
          return (
            <li key={`${model.type} ${model.id}`} data-kind={model.type} className="grid gap-1.5">
              <div className="flex flex-wrap items-center justify-between gap-x-6">
                <span className="flex min-w-0 items-center gap-2.5">
                  <KindIcon kind={model.type} />
                  <span className="truncate">{model.name}</span>
                </span>
                <span className="text-ink-soft">
                  <span className="font-medium text-ink">
                    <Plural value={runs} one="# result" other="# results" />
                  </span>
                  {' · '}
                  {format.tokens(tokens)}
                  {successRate !== null && (
                    <>
                      {' · '}
                      <Trans>{format.percent(successRate)} successful</Trans>
                    </>
                  )}
                </span>
              </div>
              <div aria-hidden className="h-1.5 rounded-full bg-ink/7">
                <div className="h-full rounded-full bg-kind-mark" style={{ width: `${(runs / first.generations) * 100}%` }} />
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
