import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { filmLimits, filmShapes, filmStyles } from '#app/contract/films/film-values.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { RatioPicker } from '#app/ui/controls/ratio-picker.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Slider } from '#app/ui/controls/slider.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useLooks, useVoices } from './use-film-choices.ts'

const lengths = ['15', '30', '60', '90', 'own'] as const

export type Choices = {
  seconds: number
  shape: FilmDocument['shape']
  style: NonNullable<FilmDocument['look']['style']>
  voice: string
  readsAloud: boolean
}
export const usualChoices: Choices = { seconds: 30, shape: '16:9', style: 'auto', voice: 'auto', readsAloud: false }

type FilmChoicesProps = { choices: Choices; onChange: (change: Partial<Choices>) => void }

/** The length, shape, look and voice of a new film. */
export function FilmChoices({ choices, onChange }: FilmChoicesProps) {
  const { t } = useLingui()
  const { number } = useFormat()
  const looks = useLooks()
  const voices = useVoices()
  const [isOwn, setOwn] = useState(false)
  const known = lengths.find((length) => length === String(choices.seconds))
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <Segmented
          label={t`Length`}
          value={isOwn ? 'own' : (known ?? 'own')}
          onValueChange={(value) => {
            setOwn(value === 'own')
            if (value !== 'own') onChange({ seconds: Number(value) })
          }}
          items={lengths.map((value) => ({ value, label: value === 'own' ? t`Other` : t`${value} s` }))}
        />
        {(isOwn || !known) && (
          <Slider
            label={t`Seconds`}
            value={choices.seconds}
            min={5}
            max={filmLimits.seconds}
            step={5}
            format={(value) => t`${number(value)} s`}
            onValueChange={(seconds) => onChange({ seconds })}
          />
        )}
      </div>
      <RatioPicker
        label={t`Shape`}
        value={choices.shape}
        onValueChange={(value) => onChange({ shape: filmShapes.find((shape) => shape === value) ?? choices.shape })}
        items={filmShapes.map((value) => ({ value, label: value }))}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        {looks.items.length > 0 && (
          <Select
            label={t`Look`}
            value={choices.style}
            onValueChange={(value) => onChange({ style: filmStyles.find((style) => style === value) ?? choices.style })}
            items={looks.items}
          />
        )}
        {voices.length > 0 && (
          <Select label={t`Narrator`} value={choices.voice} onValueChange={(voice) => onChange({ voice })} items={voices} />
        )}
      </div>
      <Switch
        label={<Trans>Read my text aloud: the narrator says each sentence</Trans>}
        checked={choices.readsAloud}
        onCheckedChange={(readsAloud) => onChange({ readsAloud })}
      />
    </div>
  )
}
