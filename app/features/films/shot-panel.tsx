import { Trans, useLingui } from '@lingui/react/macro'
import { CopyPlus, Plus, Trash2, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { FilmDocument, Shot } from '#app/contract/films/film-document.ts'
import type { FilmPart } from '#app/contract/films/films.ts'
import { cameras, filmLimits, framings, lights, narrator, partOf, transitions } from '#app/contract/films/film-values.ts'
import type { Slot } from '#app/contract/films/timeline.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { TextArea, TextField } from '#app/ui/controls/field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { changeShot, isFull } from './edit-film.ts'
import { useFilmNames } from './film-names.ts'
import { LengthField } from './length-field.tsx'
import { PartMaker } from './part-maker.tsx'
import { PictureChoices } from './picture-choices.tsx'
import { roleColour } from './role-colour.ts'
import { StartField } from './start-field.tsx'
import type { FilmState } from './use-film.ts'
import type { ShotActions } from './use-shot-actions.ts'

type ShotPanelProps = {
  id: string
  state: FilmState
  slot: Slot
  shot: Shot
  actions: ShotActions
  onNewRole: () => void
}

type Tab = 'still' | 'clip' | 'words'

/** Everything about one shot: its picture, its video, and its words. */
export function ShotPanel({ id, state, slot, shot, actions, onNewRole }: ShotPanelProps) {
  const { t } = useLingui()
  const { film, parts, edit } = state
  const [tab, setTab] = useState<Tab>('still')
  const change = (part: Partial<Shot>) => edit(changeShot(slot.shot, part))
  const isLong = shot.seconds !== null && slot.seconds - shot.seconds >= 0.1
  const part = tab === 'words' ? undefined : parts.get(partOf[tab](slot.shot))

  return (
    <div className="grid gap-6">
      <Segmented
        label={t`Part of the shot`}
        hideLabel
        value={tab}
        onValueChange={setTab}
        items={[
          { value: 'still', label: t({ message: 'Image', context: 'part of a shot' }) },
          { value: 'clip', label: t({ message: 'Video', context: 'part of a shot' }) },
          {
            value: 'words',
            label: t({ message: 'Words', context: 'part of a shot' }),
            icon: isLong && <span aria-hidden className="size-2 rounded-full bg-warn" />,
          },
        ]}
      />
      {tab === 'still' && <PictureFields film={film} shot={shot} onChange={change} onNewRole={onNewRole} />}
      {tab === 'clip' && <VideoFields film={film} slot={slot} shot={shot} clip={part} onChange={change} />}
      {tab === 'words' && (
        <>
          <Words id={id} state={state} slot={slot} shot={shot} onChange={change} />
          <LengthField shot={shot} slot={slot} onChange={(seconds) => change({ seconds })} />
        </>
      )}
      {tab !== 'words' && part && (
        <section key={part.part} className="grid gap-4 border-t border-line pt-5">
          <PartMaker id={id} state={state} kind={tab} part={part}>
            <PictureChoices state={state} shot={slot.shot} kind={tab} part={part} />
          </PartMaker>
        </section>
      )}
      <ShotActionsRow film={film} shot={slot.shot} actions={actions} />
    </div>
  )
}

function ShotActionsRow({ film, shot, actions }: { film: FilmDocument; shot: string; actions: ShotActions }) {
  return (
    <div className="-mx-2 flex flex-wrap border-t border-line pt-3">
      <Button variant="ghost" size="sm" disabled={isFull(film)} onClick={() => actions.add(shot)}>
        <Plus aria-hidden className="size-4.5" strokeWidth={1.75} />
        <Trans>Add a shot after it</Trans>
      </Button>
      <Button variant="ghost" size="sm" disabled={isFull(film)} onClick={() => actions.duplicate(shot)}>
        <CopyPlus aria-hidden className="size-4.5" strokeWidth={1.75} />
        <Trans>Duplicate</Trans>
      </Button>
      <Button variant="ghost" size="sm" onClick={() => actions.remove(shot)} className="hover:text-danger">
        <Trash2 aria-hidden className="size-4.5" strokeWidth={1.75} />
        <Trans>Delete</Trans>
      </Button>
    </div>
  )
}

const itemsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

type FieldsProps = { film: FilmDocument; shot: Shot; onChange: (change: Partial<Shot>) => void }

/** Fields of the picture. */
function PictureFields({ film, shot, onChange, onNewRole }: FieldsProps & { onNewRole: () => void }) {
  const { t } = useLingui()
  const names = useFilmNames()
  const none = { value: 'none', label: t`Not set` } as const
  return (
    <section className="grid gap-4">
      <TextArea
        label={<Trans>What is seen</Trans>}
        autosize
        rows={3}
        maxLength={filmLimits.action}
        value={shot.action}
        placeholder={t`The keeper climbs the stairs with a lamp`}
        onChange={(event) => onChange({ action: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_8.5rem]">
        <TextField
          label={<Trans>Place</Trans>}
          maxLength={filmLimits.place}
          value={shot.place ?? ''}
          placeholder={t`Lighthouse`}
          onChange={(event) => onChange({ place: event.target.value === '' ? null : event.target.value })}
        />
        <Select
          label={t({ message: 'Light', context: 'time of day in a shot' })}
          value={shot.light ?? 'none'}
          onValueChange={(light) => onChange({ light: light === 'none' ? null : light })}
          items={[none, ...itemsOf(lights, names.light)]}
        />
      </div>
      <Select
        label={t`Framing`}
        value={shot.framing}
        onValueChange={(framing) => onChange({ framing })}
        items={itemsOf(framings, names.framing)}
      />
      <InShot film={film} shot={shot} onChange={(people) => onChange({ people })} onNewRole={onNewRole} />
    </section>
  )
}

/** How the shot moves, how long it is, where its video begins, and how it follows the one before. */
function VideoFields({ film, slot, shot, clip, onChange }: FieldsProps & { slot: Slot; clip: FilmPart | undefined }) {
  const { t } = useLingui()
  const names = useFilmNames()
  const isFirst = film.order[0] === slot.shot
  return (
    <section className="grid gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label={t`Camera`}
          value={shot.camera}
          onValueChange={(camera) => onChange({ camera })}
          items={itemsOf(cameras, names.camera)}
        />
        {!isFirst && (
          <Select
            label={t`How it begins`}
            value={shot.transition}
            onValueChange={(transition) => onChange({ transition })}
            items={itemsOf(transitions, names.transition)}
          />
        )}
      </div>
      <LengthField shot={shot} slot={slot} onChange={(seconds) => onChange({ seconds })} />
      <StartField shot={shot} clip={clip} onChange={(from) => onChange({ from })} />
    </section>
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

type WordsProps = { id: string; state: FilmState; slot: Slot; shot: Shot; onChange: (change: Partial<Shot>) => void }

/** The words of a shot. A line that a service records has its recording below it. */
function Words({ id: filmId, state, slot, shot, onChange }: WordsProps) {
  const { t } = useLingui()
  const id = useId()
  const { film, parts } = state
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
        const recording = parts.get(partOf.line(slot.shot, index))
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
            {recording && (
              <div className="col-span-full grid gap-3 pt-3">
                <PartMaker id={filmId} state={state} kind="line" part={recording} />
              </div>
            )}
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
