import { Trans, useLingui } from '@lingui/react/macro'
import { Minus, Plus } from 'lucide-react'
import type { Shot } from '#app/contract/films/film-document.ts'
import type { FilmPart } from '#app/contract/films/films.ts'
import { startOfVideo } from '#app/contract/films/timeline.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { stepStart } from './edit-film.ts'
import { lengthStep } from './length-field.tsx'

type StartFieldProps = {
  shot: Shot
  /** Its video; without one, there is nothing to trim. */
  clip: FilmPart | undefined
  /** The name of the shot, in a list of several. */
  name?: string
  onChange: (from: number) => void
}

/** Where the video of a shot begins, by steps. */
export function StartField({ shot, clip, name, onChange }: StartFieldProps) {
  const { t } = useLingui()
  const { number } = useFormat()
  const ms = clip?.take?.duration_ms
  if (ms == null) return null
  const from = startOfVideo(shot, ms)
  const seconds = number(from, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const after = (by: number) => stepStart(from, by, ms / 1_000)
  const sizeOf = (isLarge: boolean) => (isLarge ? lengthStep.large : lengthStep.small)
  const variant = name === undefined ? 'secondary' : 'ghost'
  const steps = (
    <>
      <IconButton
        variant={variant}
        label={name === undefined ? t`Start the video 0.1 seconds earlier; with Shift, 1 second` : t`Start the video earlier: ${name}`}
        disabled={from === 0}
        onClick={(event) => onChange(after(-sizeOf(event.shiftKey)))}
      >
        <Minus aria-hidden strokeWidth={1.75} />
      </IconButton>
      <output className={`tabular text-center ${name === undefined ? 'min-w-16 text-lg font-medium' : 'text-sm text-ink-soft'}`}>
        {name === undefined ? t`${seconds} s` : t({ message: `from ${seconds} s`, context: 'start of a video in a film' })}
      </output>
      <IconButton
        variant={variant}
        label={name === undefined ? t`Start the video 0.1 seconds later; with Shift, 1 second` : t`Start the video later: ${name}`}
        disabled={after(lengthStep.small) <= from}
        onClick={(event) => onChange(after(sizeOf(event.shiftKey)))}
      >
        <Plus aria-hidden strokeWidth={1.75} />
      </IconButton>
    </>
  )
  if (name !== undefined) return <div className="flex w-full items-center justify-between gap-1 lg:justify-center">{steps}</div>
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">
        <Trans>Video starts at</Trans>
      </span>
      <div className="flex items-center gap-2">{steps}</div>
    </div>
  )
}
