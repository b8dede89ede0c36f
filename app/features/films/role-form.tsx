import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FilmDocument, Role } from '#app/contract/films/film-document.ts'
import { filmLimits, roleColours, roleKinds } from '#app/contract/films/film-values.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextArea, TextField } from '#app/ui/controls/field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { addRole, changeRole, type Edit, newId, removeRole } from './edit-film.ts'
import { useFilmNames } from './film-names.ts'
import { roleColour } from './role-colour.ts'
import { Voice } from './sound-models.tsx'

type RoleFormProps = { film: FilmDocument; edit: (change: Edit) => void; id: string | null; onClose: () => void }

/** Name, kind, looks, voice and color of somebody in the film; `id` is null for somebody new. */
export function RoleForm({ film, edit, id, onClose }: RoleFormProps) {
  const { t } = useLingui()
  const names = useFilmNames()
  const known = id === null ? undefined : film.roles[id]
  const [role, setRole] = useState<Role>(() => {
    const fresh = newId(film)
    return known ?? addRole(film, fresh, '').roles[fresh] ?? { name: '', kind: 'person', looks: '', colour: 0, voice: 'auto', line: null }
  })
  const [isNameless, setNameless] = useState(false)
  const put = (change: Partial<Role>) => setRole((before) => ({ ...before, ...change }))

  function finish() {
    const name = role.name.trim()
    setNameless(name === '')
    if (name === '') return
    if (id !== null) edit(changeRole(id, { ...role, name }))
    else {
      const fresh = newId(film)
      edit((before) => changeRole(fresh, { ...role, name })(addRole(before, fresh, name)))
    }
    onClose()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        finish()
      }}
      className="grid gap-5 py-2"
    >
      <TextField
        label={<Trans>Name</Trans>}
        maxLength={filmLimits.name}
        value={role.name}
        error={isNameless && role.name.trim() === '' ? t`Enter a name.` : undefined}
        onChange={(event) => put({ name: event.target.value })}
      />
      <Segmented
        label={t`Is a`}
        value={role.kind}
        onValueChange={(kind) => put({ kind })}
        items={roleKinds.map((value) => ({ value, label: names.kind[value] }))}
      />
      <TextArea
        label={<Trans>Looks</Trans>}
        rows={2}
        autosize
        maxLength={filmLimits.looks}
        value={role.looks}
        placeholder={t`Gray beard, yellow raincoat`}
        onChange={(event) => put({ looks: event.target.value })}
      />
      <Voice label={t`Voice`} film={film} value={role} onChange={put} />
      <Colours value={role.colour} onChange={(colour) => put({ colour })} />
      <div className="flex flex-wrap justify-between gap-3">
        {id !== null && (
          <Button
            variant="ghost"
            className="text-danger"
            onClick={() => {
              edit(removeRole(id))
              onClose()
            }}
          >
            <Trans>Remove from the film</Trans>
          </Button>
        )}
        <Button type="submit" className="ml-auto">
          {id === null ? <Trans>Add</Trans> : <Trans>Done</Trans>}
        </Button>
      </div>
    </form>
  )
}

function Colours({ value, onChange }: { value: number; onChange: (colour: number) => void }) {
  const { t } = useLingui()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">
        <Trans>Color</Trans>
      </legend>
      <div className="flex flex-wrap gap-1">
        {Array.from({ length: roleColours }, (_, colour) => {
          const place = colour + 1
          return (
            <label
              key={colour}
              className="relative grid size-11 place-items-center rounded-full has-checked:shadow-[0_0_0_2px_var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-kind"
            >
              <input
                type="radio"
                name="colour"
                aria-label={t`Color ${place}`}
                checked={value === colour}
                onChange={() => onChange(colour)}
                className="choice-radio"
              />
              <span aria-hidden className="size-8 rounded-full" style={{ background: roleColour(colour).body }} />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
