import { useLingui } from '@lingui/react/macro'
import type { Kind } from '#app/contract/base/values.ts'
import type { Term, Understood } from '#app/contract/runs/generations.ts'
import { termLook } from './term-look.ts'

type UnderstoodTermsProps = { kind: Kind; understood: Understood; id?: string | undefined; className?: string | undefined }

/** Shows the model's reading of the prompt, in groups with the style of the words in the field. Renders nothing without terms. */
export function UnderstoodTerms({ kind, understood: { used, shown, ignored }, id, className = '' }: UnderstoodTermsProps) {
  const { t } = useLingui()
  const heard = kind === 'audio'
  const groups: { role: Term['role']; name: string; words: string[] }[] = [
    { role: 'shown', name: kind === 'text' ? t`Task` : heard ? t`Played` : t`Drawn`, words: shown },
    {
      role: 'mood',
      name: kind === 'image' || kind === 'video' ? t`Light and mood` : t`Mood`,
      words: used.filter((word) => !shown.includes(word)),
    },
    { role: 'ignored', name: heard ? t`Not played` : t`Left out`, words: ignored },
  ]
  const named = groups.filter(({ words }) => words.length > 0)
  if (named.length === 0) return null
  return (
    <dl
      id={id}
      aria-label={t`How the prompt is read`}
      className={`flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-ink-soft ${className}`}
    >
      {named.map(({ role, name, words }) => (
        <div key={role} className="flex flex-wrap gap-x-1.5">
          <dt>{name}:</dt>
          {words.map((word, index) => (
            <dd key={word} className="wrap-anywhere text-ink">
              <span className={termLook[role]}>{word}</span>
              {index < words.length - 1 && ','}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
