import { useLingui } from '@lingui/react/macro'
import type { FilmDocument, OwnModel } from '#app/contract/films/film-document.ts'
import type { OptionsSchema } from '#app/contract/runs/models.ts'
import { OptionFields } from '#app/runs/options/option-fields.tsx'
import { fitOptions, setOption } from '#app/runs/options/option-values.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { Select } from '#app/ui/controls/select.tsx'
import type { Edit } from './edit-film.ts'
import { Folded } from './folded.tsx'
import { modelsFor } from './models-for.ts'
import { useVoices } from './use-film-choices.ts'

const builtIn = 'built-in'
/** The option by which every speech model chooses its voice. */
const voiceOption = 'voice'

type SoundModelProps = { kind: 'line' | 'music'; film: FilmDocument; edit: (change: Edit) => void }

/** Chooses the model that records all lines, or the music, with its options. What is built in sounds within the film's own run. */
export function SoundModel({ kind, film, edit }: SoundModelProps) {
  const { t } = useLingui()
  const models = modelsFor(useModels(), kind)
  const chosen = film.models[kind]
  if (models.length === 0 && !chosen) return null
  const model = models.find(({ id }) => id === chosen?.model)
  const gone = chosen?.model ?? ''
  const name = model?.name ?? gone
  const put = (next: FilmDocument['models'][typeof kind]) => edit((before) => ({ ...before, models: { ...before.models, [kind]: next } }))
  const items = [
    { value: builtIn, label: t({ message: 'Built in, free', context: 'who records voices or music' }) },
    ...models.map((one) => ({ value: one.id, label: one.name })),
    // A model that the server has no longer stays chosen until another one is.
    ...(chosen && !model ? [{ value: chosen.model, label: t`${gone} (not available)` }] : []),
  ]
  return (
    <>
      <Select
        label={kind === 'line' ? t`Voices by` : t`Music by`}
        value={chosen?.model ?? builtIn}
        onValueChange={(value) => put(value === builtIn ? null : { model: value, options: {} })}
        items={items}
      />
      {chosen && model && Object.keys(model.options.properties).length > 0 && (
        <Folded title={t`Options: ${name}`}>
          <div data-kind="audio" className="grid gap-5">
            <OptionFields
              kind="audio"
              schema={model.options}
              values={fitOptions(model.options, chosen.options)}
              onChange={(name, value) => put({ ...chosen, options: setOption(chosen.options, name, value) })}
              errors={undefined}
            />
          </div>
        </Folded>
      )}
    </>
  )
}

type VoiceProps = {
  label: string
  film: FilmDocument
  /** The built-in voice, and the choice at a service; null for the film's. */
  value: { voice: string; line: OwnModel | null }
  onChange: (value: { voice: string; line: OwnModel | null }) => void
}

/** The voice of a speaker: one of the model that records the film's lines, or a built-in one. */
export function Voice({ label, film, value: { voice, line }, onChange }: VoiceProps) {
  const builtInVoices = useVoices()
  const models = useModels()
  const model = models.find(({ id }) => id === (line?.model ?? film.models.line?.model))
  if (!model) {
    if (builtInVoices.length === 0) return null
    return <Select label={label} value={voice} onValueChange={(next) => onChange({ voice: next, line })} items={builtInVoices} />
  }
  const property = model.options.properties[voiceOption]
  if (!property) return null
  const schema: OptionsSchema = { ...model.options, properties: { [voiceOption]: { ...property, title: label } } }
  const options = { ...film.models.line?.options, ...line?.options }
  return (
    <div data-kind="audio">
      <OptionFields
        kind="audio"
        schema={schema}
        values={fitOptions(schema, options)}
        onChange={(name, next) => {
          const own = setOption(line?.options ?? {}, name, next)
          const isUsual = line?.model == null && Object.keys(own).length === 0
          onChange({ voice, line: isUsual ? null : { model: line?.model ?? null, options: own } })
        }}
        errors={undefined}
      />
    </div>
  )
}
