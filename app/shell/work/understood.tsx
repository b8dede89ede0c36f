import { Trans, useLingui } from '@lingui/react/macro'
import type { Kind } from '#app/contract/common.ts'
import type { Understood } from '#app/contract/generations.ts'

type UnderstoodWordsProps = { kind: Kind; understood: Understood; className?: string | undefined }

/** How a model that reads words has taken a prompt: what it goes by, and what it knows nothing of. Nothing where there is neither. */
export function UnderstoodWords({ kind, understood: { used, ignored }, className = '' }: UnderstoodWordsProps) {
  const { t } = useLingui()
  if (used.length === 0 && ignored.length === 0) return null
  const words = ignored.join(', ')
  return (
    <div
      role="group"
      aria-label={t`How the prompt is read`}
      className={`flex flex-wrap items-baseline gap-1.5 text-sm text-ink-soft ${className}`}
    >
      {used.length > 0 && (
        <ul aria-label={t`Understood`} className="contents">
          {used.map((word) => (
            <li key={word} className="rounded-[6px] bg-kind-soft px-1.5 py-px text-ink">
              {word}
            </li>
          ))}
        </ul>
      )}
      {ignored.length > 0 && (
        <span className="wrap-anywhere">{kind === 'audio' ? <Trans>Not played: {words}</Trans> : <Trans>Not drawn: {words}</Trans>}</span>
      )}
    </div>
  )
}
