import { Trans, useLingui } from '@lingui/react/macro'
import { Minus, Plus } from 'lucide-react'
import type { Shot } from '#app/contract/films/film-document.ts'
import type { Slot } from '#app/contract/films/timeline.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { stepLength } from './edit-film.ts'

/** A tenth of a second; with Shift, a second. */
export const lengthStep = { small: 0.1, large: 1 } as const

type LengthFieldProps = {
  shot: Shot
  slot: Slot
  /** Null for a length that follows the words. */
  onChange: (seconds: number | null) => void
}

/** The length of a shot: by steps, or as long as its words. */
export function LengthField({ shot, slot, onChange }: LengthFieldProps) {
  const { t } = useLingui()
  const { duration } = useFormat()
  const step = (by: number) => onChange(stepLength(slot.seconds, by, 0))
  const sizeOf = (isLarge: boolean) => (isLarge ? lengthStep.large : lengthStep.small)
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">
        <Trans>Length</Trans>
      </span>
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          variant="secondary"
          label={t`Shorter by 0.1 seconds; with Shift, by 1 second`}
          onClick={(event) => step(-sizeOf(event.shiftKey))}
        >
          <Minus aria-hidden strokeWidth={1.75} />
        </IconButton>
        <output className="tabular min-w-16 text-center text-lg font-medium">{duration(slot.seconds * 1_000)}</output>
        <IconButton
          variant="secondary"
          label={t`Longer by 0.1 seconds; with Shift, by 1 second`}
          onClick={(event) => step(sizeOf(event.shiftKey))}
        >
          <Plus aria-hidden strokeWidth={1.75} />
        </IconButton>
        {shot.seconds !== null && (
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            {shot.words.length > 0 ? <Trans>As long as the words</Trans> : <Trans>Usual length</Trans>}
          </Button>
        )}
      </div>
      <WordsNote shot={shot} slot={slot} />
    </div>
  )
}

/** Reports words that need more time than was asked for. */
function WordsNote({ shot, slot }: { shot: Shot; slot: Slot }) {
  const { number } = useFormat()
  const over = shot.seconds === null ? 0 : slot.seconds - shot.seconds
  if (over < 0.1) {
    if (shot.seconds !== null || shot.words.length === 0) return null
    return (
      <p className="text-sm text-ink-soft">
        <Trans>Follows the words.</Trans>
      </p>
    )
  }
  const seconds = number(over, { maximumFractionDigits: 1 })
  return (
    <p className="text-sm text-warn">
      <Trans>Words are {seconds} s longer than the shot</Trans>
    </p>
  )
}
