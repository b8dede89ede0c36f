import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '#app/shell/data/session.queries.ts'
import { digest } from '#app/shell/media/text-samples.ts'
import { HomeIcon } from './icons.tsx'

/** A text reduced to its key points, which can be written again on request. */
export function TextSample() {
  const { t } = useLingui()
  const { locale } = useSession()
  const { source, points } = digest[locale]
  return (
    <div className="flex h-full flex-col rounded-card border border-line bg-surface p-5 sm:p-6">
      <p className="line-clamp-4 text-ink-soft">{source}</p>
      <hr className="my-5 border-line" />
      <div data-points className="flex items-start justify-between gap-4">
        <ul className="home-points">
          {points.map((point) => (
            <li key={point}>
              <span aria-hidden />
              {point}
            </li>
          ))}
        </ul>
        <button
          type="button"
          aria-label={t`Create the key points again`}
          title={t`Create the key points again`}
          className="grid size-13 shrink-0 place-items-center rounded-full bg-ink text-paper transition-colors hover:bg-ink/85"
        >
          <HomeIcon name="play" className="size-5 translate-x-px fill-current" />
        </button>
      </div>
      <p className="mt-auto pt-5 text-sm text-ink-soft">
        <Trans>Key points in the text’s own sentences</Trans>
      </p>
    </div>
  )
}
