import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { inputRoles, isServiceTask, kinds, modelTasks } from '#app/contract/base/values.ts'
import { useKindNames } from '#app/shell/media/kinds.tsx'
import { useRoleNames } from '#app/runs/role-names.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { FlagAt, ListAt, NumberAt, PickAt, PriceAt, TextAt, usePlace, WhenAt, WordsAt } from './definition-fields.tsx'
import { isEntry, type Path, renamed } from './document-path.ts'

type FormProps = { scope: 'everything' | 'basics'; services: readonly { id: string; name: string }[] }

/** The fields of a model's document. Keys that have no field here stay as they are in the JSON. */
export function DefinitionForm({ scope, services }: FormProps) {
  const { t } = useLingui()
  const kindNames = useKindNames()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Section title={<Trans>Name and price</Trans>}>
        <WordsAt path={['name']} label={t({ context: 'of a model', message: 'Name' })} />
        <WordsAt path={['description']} label={t`Description`} />
        <PriceAt path={['price']} label={t`Price in tokens`} empty={scope === 'basics' ? t`Usual price` : t`From the cost`} />
        {scope === 'everything' && <PriceAt path={['cost']} label={t`Your cost in dollars`} empty={t`Not known`} />}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <NumberAt path={['price_factor']} label={<Trans>Price multiplier</Trans>} />
          <NumberAt path={['prompt_max_length']} label={<Trans>Maximum prompt length, characters</Trans>} />
          <TextAt path={['fallback']} label={<Trans>Model to use if this one fails</Trans>} hint={t`The ID of another model.`} />
        </div>
        <FlagAt path={['hidden']} label={<Trans>Hide from everyone</Trans>} />
      </Section>
      {scope === 'everything' && (
        <>
          <Section title={<Trans>Service</Trans>}>
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <PickAt
                path={['provider']}
                label={t`Service or server`}
                items={services.map(({ id, name }) => ({ value: id, label: name }))}
              />
              <TextAt path={['model']} label={<Trans>Name of the model at the service</Trans>} />
              <PickAt path={['type']} label={t`Kind`} items={kinds.map((kind) => ({ value: kind, label: kindNames[kind] }))} />
              <PickAt
                path={['via']}
                label={t`API type`}
                empty={t`Default for this type`}
                items={['text', 'image', 'speech', 'transcription', 'operation'].map((via) => ({ value: via, label: via }))}
              />
              <PickAt
                path={['task']}
                label={t`Single task`}
                empty={t`None`}
                items={modelTasks.filter(isServiceTask).map((task) => ({ value: task, label: task }))}
              />
              <TextAt path={['path']} label={<Trans>Path of the request</Trans>} hint={t`Only if it differs, for example /v1/videos.`} />
              <NumberAt path={['max_output_tokens']} label={<Trans>Longest answer, model tokens</Trans>} />
            </div>
            <div className="grid gap-x-8 sm:grid-cols-2">
              <FlagAt path={['takes_pictures']} label={<Trans>Sees images</Trans>} />
              <FlagAt path={['history']} byDefault label={<Trans>Remembers earlier messages</Trans>} />
              <FlagAt path={['streaming']} byDefault label={<Trans>Streams its answer</Trans>} />
              <FlagAt path={['repeatable']} label={<Trans>Can be asked again without being billed again</Trans>} />
            </div>
          </Section>
          <Options />
          <Inputs />
        </>
      )}
    </div>
  )
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

const optionKinds = ['choices', 'from', 'max_length', 'switch', 'seed'] as const
type OptionKind = (typeof optionKinds)[number]
const blank: Record<OptionKind, object> = {
  choices: { choices: ['1'] },
  from: { from: 1, to: 10 },
  max_length: { max_length: 200 },
  switch: { switch: false },
  seed: { seed: true },
}
const keptKeys = ['label', 'description', 'more', 'only_with', 'sends']

function Options() {
  const { value, change } = usePlace(['options'])
  const options = isEntry(value) ? value : {}
  const names = Object.keys(options)
  const free = ['option', ...Array.from({ length: 30 }, (_, index) => `option_${index + 2}`)].find((name) => !names.includes(name))
  return (
    <Section title={<Trans>Options</Trans>}>
      {names.map((name, index) => (
        <Option
          // Renaming an option must not lose the focus.
          key={index}
          name={name}
          others={names.filter((one) => one !== name)}
          onRename={(to) => to !== '' && !names.includes(to) && change(renamed(options, name, to))}
        />
      ))}
      <div>
        <Button variant="secondary" onClick={() => free && change({ ...options, [free]: blank.choices })}>
          <Plus aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>Add option</Trans>
        </Button>
      </div>
    </Section>
  )
}

function Option({ name, others, onRename }: { name: string; others: readonly string[]; onRename: (to: string) => void }) {
  const { t } = useLingui()
  const path = ['options', name]
  const { value, error, change } = usePlace(path)
  const option = isEntry(value) ? value : {}
  const kind = optionKinds.find((key) => key in option) ?? 'choices'
  const kindNames: Record<OptionKind, string> = {
    choices: t`Choices`,
    from: t`Number`,
    max_length: t`Text`,
    switch: t`On or off`,
    seed: t`Random seed`,
  }
  const kept = () => Object.fromEntries(Object.entries(option).filter(([key]) => keptKeys.includes(key)))
  return (
    <div className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          label={<Trans>Name in requests</Trans>}
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={({ target }) => onRename(target.value)}
          error={error}
        />
        <Select
          label={t({ context: 'of an option', message: 'Type' })}
          value={kind}
          onValueChange={(next) => change({ ...kept(), ...blank[next] })}
          items={optionKinds.map((key) => ({ value: key, label: kindNames[key] }))}
        />
        <TextAt path={[...path, 'sends']} label={<Trans>Field at the service</Trans>} />
      </div>
      <WordsAt path={[...path, 'label']} label={t`Label`} />
      {kind === 'choices' && <Choices path={path} others={others} />}
      {kind === 'from' && (
        <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
          <NumberAt path={[...path, 'from']} label={<Trans context="lowest number">From</Trans>} />
          <NumberAt path={[...path, 'to']} label={<Trans context="highest number">To</Trans>} />
          <NumberAt path={[...path, 'step']} label={<Trans>Step</Trans>} />
          <NumberAt path={[...path, 'default']} label={<Trans>Default</Trans>} />
        </div>
      )}
      {kind === 'max_length' && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <NumberAt path={[...path, 'max_length']} label={<Trans>Longest text, characters</Trans>} />
          <TextAt path={[...path, 'default']} label={<Trans>Default</Trans>} />
        </div>
      )}
      {kind === 'switch' && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <OnByDefault path={[...path, 'switch']} />
          <NumberAt path={[...path, 'price_factor', 'true']} label={<Trans>Price multiplier when on</Trans>} />
        </div>
      )}
      {others.length > 0 && <WhenAt path={[...path, 'only_with']} options={others} />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <FlagAt path={[...path, 'more']} label={<Trans>Under “More options”</Trans>} />
        <IconButton label={t`Remove ${name}`} onClick={() => change(undefined)}>
          <Trash2 aria-hidden className="size-5" strokeWidth={1.75} />
        </IconButton>
      </div>
    </div>
  )
}

function OnByDefault({ path }: { path: Path }) {
  const { t } = useLingui()
  const { value, change } = usePlace(path)
  return (
    <Select
      label={t`Default`}
      value={value === true ? 'on' : 'off'}
      onValueChange={(next) => change(next === 'on')}
      items={[
        { value: 'on', label: t({ context: 'an option', message: 'On' }) },
        { value: 'off', label: t({ context: 'an option', message: 'Off' }) },
      ]}
    />
  )
}

/** The values of an option: a list if none of them has settings. */
function Choices({ path, others }: { path: Path; others: readonly string[] }) {
  const { t } = useLingui()
  const { value, error, change } = usePlace([...path, 'choices'])
  const rows: [string, unknown][] = Array.isArray(value)
    ? value.map((one) => [String(one), null])
    : isEntry(value)
      ? Object.entries(value)
      : []
  const isList = Array.isArray(value)
  const write = (next: readonly [string, unknown][]) =>
    change(next.every(([, settings]) => settings === null) && isList ? next.map(([one]) => one) : Object.fromEntries(next))
  return (
    <div className="grid gap-3">
      {isList ? (
        <ListAt path={[...path, 'choices']} label={<Trans>Values</Trans>} hint={t`Separated by commas.`} />
      ) : (
        rows.map(([one, settings], index) => (
          <div key={index} className="grid gap-3 border-l-2 border-line pl-4">
            <div className="grid items-start gap-4 sm:grid-cols-3">
              <TextField
                label={<Trans>Value</Trans>}
                autoComplete="off"
                value={one}
                onChange={({ target }) => write(rows.map((row, place) => (place === index ? [target.value, settings] : row)))}
              />
              <TextAt path={[...path, 'choices', one, 'sends']} label={<Trans>Sent to the service as</Trans>} />
              <NumberAt path={[...path, 'choices', one, 'price_factor']} label={<Trans>Price multiplier</Trans>} />
            </div>
            <WordsAt path={[...path, 'choices', one, 'label']} label={t`Label`} />
            {others.length > 0 && <WhenAt path={[...path, 'choices', one, 'only_with']} options={others} />}
            <div>
              <Button
                variant="secondary"
                size="sm"
                aria-label={t`Remove ${one}`}
                onClick={() => write(rows.filter((_, place) => place !== index))}
              >
                <Trans>Remove</Trans>
              </Button>
            </div>
          </div>
        ))
      )}
      {error && !isList && <p className="text-sm text-danger">{error}</p>}
      <div className="flex flex-wrap items-end gap-4">
        <TextAt path={[...path, 'default']} label={<Trans>Default</Trans>} />
        {isList ? (
          <Button variant="secondary" onClick={() => change(Object.fromEntries(rows))}>
            <Trans>Labels, prices and conditions</Trans>
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => write([...rows, [`${rows.length + 1}`, null]])}>
            <Trans>Add value</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

function Inputs() {
  const { t } = useLingui()
  const { value, error, change } = usePlace(['inputs'])
  const { value: given } = usePlace(['options'])
  const options = isEntry(given) ? Object.keys(given) : []
  const inputs: unknown[] = Array.isArray(value) ? value : []
  const roleNames = useRoleNames()
  const roles = inputRoles.map((role) => ({ value: role, label: roleNames[role].name }))
  return (
    <Section title={<Trans>Files</Trans>}>
      {error && <p className="text-sm text-danger">{error}</p>}
      {inputs.map((_, index) => {
        const path = ['inputs', `${index}`]
        return (
          <div key={index} className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5">
            <div className="grid items-start gap-4 sm:grid-cols-3">
              <PickAt path={[...path, 'role']} label={t`Role`} items={roles} />
              <ListAt path={[...path, 'types']} label={<Trans>Kinds of files</Trans>} hint="image, audio, video, document" />
              <TextAt path={[...path, 'sends']} label={<Trans>Field at the service</Trans>} />
              <NumberAt path={[...path, 'max']} label={<Trans>Most files</Trans>} />
              <NumberAt path={[...path, 'max_seconds']} label={<Trans>Longest, seconds</Trans>} />
              <NumberAt path={[...path, 'max_bytes']} label={<Trans>Largest, bytes</Trans>} />
              <ListAt path={[...path, 'video_types']} label={<Trans>Types of videos</Trans>} hint="video/mp4" />
              <PickAt path={[...path, 'needs']} label={t`Only together with`} empty={t`None`} items={roles} />
              <ListAt path={[...path, 'not_with']} label={<Trans>Never together with</Trans>} hint="first_frame, last_frame" />
            </div>
            {options.length > 0 && <WhenAt path={[...path, 'only_with']} options={options} />}
            <div className="flex flex-wrap items-center justify-between gap-4">
              <FlagAt path={[...path, 'required']} label={<Trans>Required</Trans>} />
              <IconButton label={t`Remove`} onClick={() => change(inputs.toSpliced(index, 1))}>
                <Trash2 aria-hidden className="size-5" strokeWidth={1.75} />
              </IconButton>
            </div>
          </div>
        )
      })}
      <div>
        <Button variant="secondary" onClick={() => change([...inputs, { role: 'reference' }])}>
          <Plus aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>Add file</Trans>
        </Button>
      </div>
    </Section>
  )
}
