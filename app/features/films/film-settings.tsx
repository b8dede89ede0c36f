import { Trans, useLingui } from '@lingui/react/macro'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { captionKinds, filmLimits, filmResolutions, filmShapes, filmStyles } from '#app/contract/films/film-values.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { TextField } from '#app/ui/field.tsx'
import { RatioPicker } from '#app/ui/ratio-picker.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Select } from '#app/ui/select.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { Switch } from '#app/ui/switch.tsx'
import type { Edit } from './edit-film.ts'
import { useFilmNames } from './film-names.ts'
import { useLooks, useVoices } from './use-film-choices.ts'

type FilmSettingsProps = { film: FilmDocument; edit: (change: Edit) => void }

const looksOf = (value: string) => filmStyles.find((style) => style === value)

const usualMusic = { words: '', level: -6 } as const

/** The settings of the whole film: its music, captions, voice, look and size. */
export function FilmSettings({ film, edit }: FilmSettingsProps) {
  const { t } = useLingui()
  const names = useFilmNames()
  const { number } = useFormat()
  const looks = useLooks().items
  const voices = useVoices()
  const put = (change: Partial<FilmDocument>) => edit((before) => ({ ...before, ...change }))
  const { music, look, narrator } = film
  const style = look.style ?? 'auto'
  return (
    <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
      <div className="grid content-start gap-4">
        <Switch label={<Trans>Music</Trans>} checked={music !== null} onCheckedChange={(on) => put({ music: on ? usualMusic : null })} />
        {music && (
          <>
            <TextField
              label={<Trans>What it sounds like</Trans>}
              value={music.words}
              maxLength={filmLimits.music}
              placeholder={t`Quiet piano, slowly growing`}
              onChange={(event) => put({ music: { ...music, words: event.target.value } })}
            />
            <Slider
              label={t`Loudness`}
              value={music.level}
              min={-40}
              max={0}
              step={1}
              format={(level) => t`${number(level)} dB`}
              onValueChange={(level) => put({ music: { ...music, level } })}
            />
          </>
        )}
        <Select
          label={t`Captions`}
          value={film.captions}
          onValueChange={(captions) => put({ captions })}
          items={captionKinds.map((value) => ({ value, label: names.captions[value] }))}
        />
        {voices.length > 0 && (
          <Select
            label={t`Narrator`}
            value={narrator.voice}
            onValueChange={(voice) => put({ narrator: { ...narrator, voice } })}
            items={voices}
          />
        )}
      </div>
      <div className="grid content-start gap-4">
        <RatioPicker
          label={t`Shape`}
          value={film.shape}
          onValueChange={(value) => put({ shape: filmShapes.find((shape) => shape === value) ?? film.shape })}
          items={filmShapes.map((value) => ({ value, label: value }))}
        />
        {looks.length > 0 && (
          <Select
            label={t`Look`}
            value={style}
            onValueChange={(value) => put({ look: { ...look, style: looksOf(value) ?? style } })}
            items={looks}
          />
        )}
        <Segmented
          label={t`Resolution`}
          value={film.resolution}
          onValueChange={(resolution) => put({ resolution })}
          items={filmResolutions.map((value) => ({ value, label: value }))}
        />
        <Slider
          label={t`Length to aim for`}
          value={film.seconds}
          min={5}
          max={filmLimits.seconds}
          step={5}
          format={(value) => t`${number(value)} s`}
          onValueChange={(seconds) => put({ seconds })}
        />
      </div>
    </div>
  )
}
