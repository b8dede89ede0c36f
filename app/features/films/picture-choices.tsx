import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { FilmPart } from '#app/contract/films/films.ts'
import { expand } from '#app/contract/films/expand.ts'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { type FilmWish, filmLimits } from '#app/contract/films/film-values.ts'
import { ModelPicker } from '#app/runs/models/model-picker.tsx'
import { OptionFields } from '#app/runs/options/option-fields.tsx'
import { fitOptions, setOption } from '#app/runs/options/option-values.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextArea } from '#app/ui/controls/field.tsx'
import { changeShot, changeUsualModel, type ShotPart } from './edit-film.ts'
import { filmPartsQuoteQuery } from './films.queries.ts'
import { Folded } from './folded.tsx'
import { modelsFor } from './models-for.ts'
import type { FilmState } from './use-film.ts'

type PictureChoicesProps = { state: FilmState; shot: string; kind: ShotPart; part: FilmPart }

/** The model of a picture or a video, its options and the prompt, behind one line that names the model. */
export function PictureChoices({ state: { film, stored, edit }, shot, kind, part }: PictureChoicesProps) {
  const { t } = useLingui()
  const models = modelsFor(useModels(), kind)
  const { data: quote } = useQuery(filmPartsQuoteQuery(stored, { parts: [part.part] }))
  const own = film.shots[shot]?.[kind] ?? null
  const chosen = own?.model ?? film.models[kind]?.model ?? quote?.parts.find((one) => one.part === part.part)?.model
  const value = models.find((model) => model.id === chosen) ?? models[0]
  if (!value)
    return (
      <p className="text-ink-soft">
        <Trans>No model of this server can make it.</Trans>
      </p>
    )
  const row = quote?.parts.find((one) => one.part === part.part)
  const assembled = assembledPrompt(film, { shot, kind, honours: row?.honours ?? [], most: value.prompt.max_length })
  const before = own ?? { model: null, options: {}, prompt: null }
  const put = (change: Partial<typeof before>) => edit(changeShot(shot, { [kind]: { ...before, ...change } }))
  const options = { ...film.models[kind]?.options, ...before.options }
  return (
    <Folded title={t`Model: ${value.name}`}>
      <div data-kind={value.type} className="grid gap-5">
        <ModelPicker models={models} value={value} error={undefined} onValueChange={(model) => put({ model, options: {} })} />
        <OptionFields
          kind={value.type}
          schema={value.options}
          values={fitOptions(value.options, options)}
          onChange={(name, option) => put({ model: value.id, options: setOption(before.options, name, option) })}
          errors={undefined}
        />
        {own && (own.model !== null || Object.keys(own.options).length > 0) && (
          <div className="-mx-2 flex flex-wrap">
            <Button variant="ghost" size="sm" onClick={() => edit(changeUsualModel(shot, kind, { model: value.id, options }))}>
              <Trans>Use it for all shots</Trans>
            </Button>
            <Button variant="ghost" size="sm" onClick={() => put({ model: null, options: {} })}>
              <Trans>Back to the film’s model</Trans>
            </Button>
          </div>
        )}
        <Prompt text={own?.prompt ?? null} assembled={assembled} onChange={(prompt) => put({ prompt })} />
      </div>
    </Folded>
  )
}

type AssembledOptions = { shot: string; kind: ShotPart; honours: readonly FilmWish[]; most: number }

/** The prompt without one of the person's own, as the server assembles it for this model. */
function assembledPrompt(film: FilmDocument, { shot: id, kind, honours, most }: AssembledOptions): string {
  const shot = film.shots[id]
  const options = { hasPicture: honours.includes('picture'), hasStyle: honours.includes('style'), most: Math.min(most, filmLimits.prompt) }
  return shot ? expand(film, { ...shot, [kind]: null }, kind, options).prompt : ''
}

/** The prompt as it is assembled from the shot; typing replaces it until it is given back. */
function Prompt({ text, assembled, onChange }: { text: string | null; assembled: string; onChange: (text: string | null) => void }) {
  return (
    <div className="grid justify-items-start gap-1">
      <div className="w-full">
        <TextArea
          label={<Trans>Prompt</Trans>}
          hint={
            text === null ? (
              <Trans>Assembled from the shot. Type to replace it.</Trans>
            ) : (
              <Trans>Yours: changes of the shot don’t change it.</Trans>
            )
          }
          autosize
          rows={3}
          maxLength={filmLimits.prompt}
          value={text ?? assembled}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
      </div>
      {text !== null && (
        <Button variant="ghost" size="sm" onClick={() => onChange(null)} className="-ml-2">
          <Trans>Back to automatic</Trans>
        </Button>
      )}
    </div>
  )
}
