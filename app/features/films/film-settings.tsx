import { Trans, useLingui } from '@lingui/react/macro'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { captionKinds, filmLimits, filmResolutions, filmShapes, filmStyles, partOf } from '#app/contract/films/film-values.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { RatioPicker } from '#app/ui/controls/ratio-picker.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Slider } from '#app/ui/controls/slider.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useFilmNames } from './film-names.ts'
import { PartMaker } from './part-maker.tsx'
import { SoundModel, Voice } from './sound-models.tsx'
import { useLooks } from './use-film-choices.ts'
import type { FilmState } from './use-film.ts'

type FilmSettingsProps = { id: string; state: FilmState }

const looksOf = (value: string) => filmStyles.find((style) => style === value)

const usualMusic = { words: '', level: -6 } as const

/** The settings of the whole film: its music, captions, voice, look and size. */
export function FilmSettings({ id, state }: FilmSettingsProps) {
  const { film, parts, edit } = state
  const { t } = useLingui()
  const names = useFilmNames()
  const { number } = useFormat()
  const looks = useLooks().items
  const put = (change: Partial<FilmDocument>) => edit((before) => ({ ...before, ...change }))
  const { music, look, narrator } = film
  const style = look.style ?? 'auto'
  const soundtrack = parts.get(partOf.music)
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
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
            <SoundModel kind="music" film={film} edit={edit} />
            {soundtrack && (
              <div className="grid gap-3">
                <PartMaker id={id} state={state} kind="music" part={soundtrack} />
              </div>
            )}
          </>
        )}
        <Select
          label={t`Captions`}
          value={film.captions}
          onValueChange={(captions) => put({ captions })}
          items={captionKinds.map((value) => ({ value, label: names.captions[value] }))}
        />
        <SoundModel kind="line" film={film} edit={edit} />
        <Voice
          label={t`Narrator`}
          film={film}
          value={{ voice: narrator.voice ?? 'auto', line: narrator.line ?? null }}
          onChange={(voice) => put({ narrator: voice })}
        />
      </div>
      <div className="grid gap-4">
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
