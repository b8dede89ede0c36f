import { Trans, useLingui } from '@lingui/react/macro'
import { CopyPlus, Plus, Trash2, X } from 'lucide-react'
import { useId } from 'react'
import type { FilmDocument, Shot } from '#app/contract/films/film-document.ts'
import { cameras, filmLimits, framings, lights, narrator, transitions } from '#app/contract/films/film-values.ts'
import type { Slot } from '#app/contract/films/timeline.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { type Edit, changeShot, isFull } from './edit-film.ts'
import { useFilmNames } from './film-names.ts'
import { LengthField } from './length-field.tsx'
import { roleColour } from './role-colour.ts'
import type { ShotActions } from './use-shot-actions.ts'

type ShotPanelProps = {
  film: FilmDocument
  slot: Slot
  shot: Shot
  edit: (change: Edit) => void
  actions: ShotActions
  onNewRole: () => void
}

/** Everything about one shot: what is seen, what is said, and how long it is. */
export function ShotPanel({ film, slot, shot, edit, actions, onNewRole }: ShotPanelProps) {
  const { t } = useLingui()
  const names = useFilmNames()
  const change = (part: Partial<Shot>) => edit(changeShot(slot.shot, part))
  const none = { value: 'none', label: t`Not set` } as const
  const itemsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
    values.map((value) => ({ value, label: labels[value] }))
  const isFirst = film.order[0] === slot.shot

  return (
    <div className="grid gap-7">
      <section className="grid gap-4">
        <TextArea
          label={<Trans>What is seen</Trans>}
          autosize
          rows={3}
          maxLength={filmLimits.action}
          value={shot.action}
          placeholder={t`The keeper climbs the stairs with a lamp`}
          onChange={(event) => change({ action: event.target.value })}
        />
        <div className="grid gap-4 sm:grid-cols-[1fr_8.5rem]">
          <TextField
            label={<Trans>Place</Trans>}
            maxLength={filmLimits.place}
            value={shot.place ?? ''}
            placeholder={t`Lighthouse`}
            onChange={(event) => change({ place: event.target.value === '' ? null : event.target.value })}
          />
          <Select
            label={t({ message: 'Light', context: 'time of day in a shot' })}
            value={shot.light ?? 'none'}
            onValueChange={(light) => change({ light: light === 'none' ? null : light })}
            items={[none, ...itemsOf(lights, names.light)]}
          />
        </div>
        <div className="grid grid-cols-2 gap-4">
          <Select
            label={t`Framing`}
            value={shot.framing}
            onValueChange={(framing) => change({ framing })}
            items={itemsOf(framings, names.framing)}
          />
          <Select
            label={t`Camera`}
            value={shot.camera}
            onValueChange={(camera) => change({ camera })}
            items={itemsOf(cameras, names.camera)}
          />
        </div>
        <InShot film={film} shot={shot} onChange={(people) => change({ people })} onNewRole={onNewRole} />
      </section>
      <Words film={film} shot={shot} onChange={change} />
      <section className="grid gap-4">
        <LengthField shot={shot} slot={slot} onChange={(seconds) => change({ seconds })} />
        {!isFirst && (
          <Select
            label={t`How it begins`}
            value={shot.transition}
            onValueChange={(transition) => change({ transition })}
            items={itemsOf(transitions, names.transition)}
          />
        )}
      </section>
      <div className="-mx-2 flex flex-wrap border-t border-line pt-3">
        <Button variant="ghost" size="sm" disabled={isFull(film)} onClick={() => actions.add(slot.shot)}>
          <Plus aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Add a shot after it</Trans>
        </Button>
        <Button variant="ghost" size="sm" disabled={isFull(film)} onClick={() => actions.duplicate(slot.shot)}>
          <CopyPlus aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Duplicate</Trans>
        </Button>
        <Button variant="ghost" size="sm" onClick={() => actions.remove(slot.shot)} className="hover:text-danger">
          <Trash2 aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Delete</Trans>
        </Button>
      </div>
    </div>
  )
}

type InShotProps = { film: FilmDocument; shot: Shot; onChange: (people: string[]) => void; onNewRole: () => void }

/** The people of the film, as switches: those in this shot are on. */
function InShot({ film, shot, onChange, onNewRole }: InShotProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">
        <Trans>In the shot</Trans>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {Object.entries(film.roles).map(([id, { name, colour }]) => (
          <label
            key={id}
            className="relative inline-flex min-h-9 items-center gap-2 rounded-full border border-line px-3 text-sm font-medium text-ink-soft transition-colors select-none hover:border-edge has-checked:border-kind has-checked:bg-kind-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-kind pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              checked={shot.people.includes(id)}
              onChange={(event) => onChange(event.target.checked ? [...shot.people, id] : shot.people.filter((one) => one !== id))}
              className="choice-radio"
            />
            <span aria-hidden className="size-3 rounded-full" style={{ background: roleColour(colour).body }} />
            {name}
          </label>
        ))}
        <Button variant="ghost" size="sm" onClick={onNewRole} disabled={Object.keys(film.roles).length >= filmLimits.roles}>
          <Plus aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Someone new</Trans>
        </Button>
      </div>
    </fieldset>
  )
}

type WordsProps = { film: FilmDocument; shot: Shot; onChange: (change: Partial<Shot>) => void }

function Words({ film, shot, onChange }: WordsProps) {
  const { t } = useLingui()
  const id = useId()
  const { words } = shot
  const speakers = [
    { value: narrator, label: t`Narrator` },
    ...Object.entries(film.roles).map(([value, { name }]) => ({ value, label: name })),
  ]
  const put = (index: number, line: Partial<Shot['words'][number]>) =>
    onChange({ words: words.map((one, at) => (at === index ? { ...one, ...line } : one)) })
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="text-base font-medium">
        <Trans>Words</Trans>
      </h3>
      {words.map(({ who, text }, index) => {
        const place = index + 1
        return (
          <div key={index} className="grid grid-cols-[1fr_auto] gap-x-1 rounded-card bg-ink/4 p-3 pt-1.5">
            <Select
              label={t`Who says line ${place}`}
              hideLabel
              quiet
              value={who}
              onValueChange={(value) => put(index, { who: value })}
              items={speakers}
            />
            <IconButton
              label={t`Remove line ${place}`}
              onClick={() => onChange({ words: words.toSpliced(index, 1) })}
              className="-mr-2 size-9 text-ink-soft hover:text-ink"
            >
              <X aria-hidden strokeWidth={1.75} />
            </IconButton>
            <div className="col-span-full">
              <TextArea
                label={t`Line ${place}`}
                hideLabel
                autosize
                rows={2}
                maxLength={filmLimits.line}
                value={text}
                onChange={(event) => put(index, { text: event.target.value })}
              />
            </div>
          </div>
        )
      })}
      {words.length < filmLimits.lines && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange({ words: [...words, { who: shot.people[0] ?? narrator, text: '' }] })}
        >
          <Plus aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Add words</Trans>
        </Button>
      )}
    </section>
  )
}
