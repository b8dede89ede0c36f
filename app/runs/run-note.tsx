import { Trans } from '@lingui/react/macro'
import type { Generation } from '#app/contract/runs/generations.ts'

type RunNoteProps = { note: NonNullable<Generation['note']>; className?: string }

/** Shows the advice given before the run. */
export function RunNote({ note: { kind, words, instead }, className = '' }: RunNoteProps) {
  if (kind !== 'not_drawn') return null
  const missing = words.join(', ')
  return (
    <p className={`text-sm text-warn wrap-anywhere ${className}`}>
      {instead ? (
        <Trans>
          Left out: {missing}. Drawn instead: {instead}.
        </Trans>
      ) : (
        <Trans>Left out: {missing}.</Trans>
      )}
    </p>
  )
}
