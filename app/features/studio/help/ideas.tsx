import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, PencilLine, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import { fillGaps, gapsIn } from '#app/contract/runs/prompt-gaps.ts'
import type { Recipe } from '#app/contract/runs/recipes.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { HiddenFromBots } from '#app/ui/hidden-from-bots.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useToast } from '#app/ui/toast.tsx'
import type { Composer } from '../composer/use-composer.ts'
import type { Replacement } from '../composer/use-replacement.ts'
import { GappedText } from './gapped-text.tsx'
import { sortOf } from './model-sort.ts'
import { changePrompt, deletePrompt, savePrompt } from './prompts.functions.ts'
import { savedPromptsQuery } from './prompts.queries.ts'
import { pictureOf, type Template, templates } from './templates.ts'

type IdeasProps = Pick<Composer, 'kind' | 'models' | 'model' | 'prompt'> & {
  start: 'ideas' | 'save'
  onTake: (replacement: Replacement) => void
}
type Editing = { id?: string; name: string; text: string }

/** Prompts to start from, built-in and saved. Gaps are filled in first. */
export default function Ideas({ start, onTake, ...composer }: IdeasProps) {
  const { t } = useLingui()
  const [tab, setTab] = useState<'templates' | 'saved'>(start === 'save' ? 'saved' : 'templates')
  const [editing, setEditing] = useState<Editing | null>(start === 'save' ? { name: '', text: composer.prompt } : null)
  const [filling, setFilling] = useState<Replacement | null>(null)

  function use(replacement: Replacement) {
    if (gapsIn(replacement.prompt).length > 0) setFilling(replacement)
    else onTake(replacement)
  }

  if (filling) return <Gaps replacement={filling} onBack={() => setFilling(null)} onTake={onTake} />
  if (editing) return <Edit kind={composer.kind} start={editing} onDone={() => setEditing(null)} />
  return (
    <div data-kind={composer.kind} className="grid gap-5 pb-2">
      <Segmented
        label={t`Prompts to show`}
        hideLabel
        value={tab}
        onValueChange={setTab}
        items={[
          { value: 'templates', label: t`Examples` },
          { value: 'saved', label: t`Saved` },
        ]}
      />
      {tab === 'templates' ? <Templates composer={composer} onUse={use} /> : <Saved composer={composer} onUse={use} onEdit={setEditing} />}
    </div>
  )
}

type TemplatesProps = { composer: Pick<Composer, 'kind' | 'models' | 'model'>; onUse: (replacement: Replacement) => void }

function Templates({ composer: { kind, models, model }, onUse }: TemplatesProps) {
  const { locale } = useSession()
  const running = models.filter(({ available }) => available)
  /** Returns the chosen model if it suits the template, otherwise another available one. */
  const modelFor = ({ sort }: Template) =>
    model?.available && sortOf(model) === sort ? model : running.find((one) => sortOf(one) === sort)
  const own = templates.filter((template) => template.kind === kind)
  const usable = own.flatMap((template) => {
    const to = modelFor(template)
    return to ? [{ template, to }] : []
  })
  // Templates for the chosen model come first.
  const ordered = usable.toSorted((a, b) => Number(b.to === model) - Number(a.to === model))
  return (
    <ul className="grid gap-2">
      {ordered.map(({ template, to }) => (
        <li key={`${template.sort} ${template.title.en}`}>
          <Card
            title={template.title[locale]}
            aside={to === model ? undefined : to.name}
            text={template.text[locale]}
            picture={pictureOf(template)}
            onClick={() => onUse({ prompt: template.text[locale], options: template.options, model: to === model ? undefined : to.id })}
          />
        </li>
      ))}
    </ul>
  )
}

type CardProps = { title: string; aside?: string | undefined; text: string; picture?: string | undefined; onClick: () => void }

function Card({ title, aside, text, picture, onClick }: CardProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 w-full items-center gap-3 overflow-hidden rounded-control border border-line text-left transition-colors hover:border-edge hover:bg-ink/3"
    >
      {picture && (
        <img
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          width={112}
          height={84}
          className="h-21 w-28 shrink-0 bg-ink/5 object-cover"
        />
      )}
      <span className={`grid min-w-0 flex-1 gap-0.5 py-2.5 pr-3.5 ${picture ? '' : 'pl-3.5'}`}>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{title}</span>
          {aside && <span className="text-sm text-ink-soft">{aside}</span>}
        </span>
        <span className="line-clamp-2 text-sm text-ink-soft">
          <GappedText text={text} />
        </span>
      </span>
    </button>
  )
}

type SavedProps = {
  composer: Pick<Composer, 'kind' | 'prompt'>
  onUse: (replacement: Replacement) => void
  onEdit: (editing: Editing) => void
}

function Saved({ composer: { kind, prompt }, onUse, onEdit }: SavedProps) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const { data, isError, error, refetch } = useQuery(savedPromptsQuery)
  const own = data?.filter(({ type }) => type === kind)
  const sample = useSampleGap()

  const put = (change: (items: Recipe[]) => Recipe[]) =>
    queryClient.setQueryData(savedPromptsQuery.queryKey, (items) => items && change(items))

  async function remove(saved: Recipe) {
    put((items) => items.filter(({ id }) => id !== saved.id))
    const result = await settle(deletePrompt({ data: { id: saved.id } }))
    if (!result.ok && result.error.code !== 'not_found') {
      void refetch()
      return toast({ title: failureMessage(result.error), tone: 'danger' })
    }
    toast({ title: t`Prompt “${saved.name}” deleted.`, action: { label: t`Undo`, onClick: () => void bringBack(saved) } })
  }

  async function bringBack({ type, name, text }: Recipe) {
    const result = await settle(savePrompt({ data: { type, name, text } }))
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    put((items) => [result.data, ...items])
  }

  return (
    <div className="grid gap-4">
      <Button variant="secondary" onClick={() => onEdit({ name: '', text: prompt })}>
        <Trans>Save a prompt</Trans>
      </Button>
      {isError && (
        <HiddenFromBots error={error}>
          <p className="text-ink-soft">
            <Trans>Couldn’t load saved prompts.</Trans>{' '}
            <button type="button" className="link" onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </button>
          </p>
        </HiddenFromBots>
      )}
      {!data && !isError && <Skeleton className="h-16 w-full rounded-control" />}
      {own?.length === 0 && (
        <p className="text-ink-soft">
          <Trans>No saved prompts yet. A saved prompt can have placeholders like {sample}: fill them in when you use it.</Trans>
        </p>
      )}
      <ul className="grid gap-2">
        {own?.map((saved) => (
          <li key={saved.id} className="grid grid-cols-[1fr_auto_auto] items-center gap-1">
            <Card title={saved.name} text={saved.text} onClick={() => onUse({ prompt: saved.text })} />
            <IconButton label={t`Edit “${saved.name}”`} onClick={() => onEdit(saved)}>
              <PencilLine aria-hidden strokeWidth={1.75} />
            </IconButton>
            <IconButton label={t`Delete “${saved.name}”`} onClick={() => void remove(saved)}>
              <Trash2 aria-hidden strokeWidth={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The form of a saved prompt with its name, new or edited. */
function Edit({ kind, start, onDone }: { kind: Recipe['type']; start: Editing; onDone: () => void }) {
  const { t } = useLingui()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [name, setName] = useState(start.name)
  const [text, setText] = useState(start.text)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const gaps = gapsIn(text)
  const sample = useSampleGap()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const call: Promise<ApiResult<Recipe>> = start.id
      ? changePrompt({ data: { id: start.id, name, text } })
      : savePrompt({ data: { type: kind, name, text } })
    const result = await settle(call)
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    queryClient.setQueryData(
      savedPromptsQuery.queryKey,
      (items) => items && [result.data, ...items.filter(({ id }) => id !== result.data.id)].toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    )
    onDone()
  }

  return (
    <form noValidate data-kind={kind} onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      <Back onClick={onDone} />
      <TextField
        label={t`Name`}
        autoComplete="off"
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={failure?.fields?.name?.detail}
      />
      <TextArea
        label={t`Prompt`}
        autosize
        rows={4}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={failure?.fields?.text?.detail}
        hint={
          gaps.length > 0 ? (
            <Trans>Placeholders: {gaps.join(', ')}</Trans>
          ) : (
            <Trans>Write {sample} where you’ll fill something in later.</Trans>
          )
        }
      />
      <div role="alert" className="text-danger empty:hidden">
        {failure && !failure.fields && failureMessage(failure)}
      </div>
      <Button type="submit" busy={busy}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

/** Returns a gap as it is written. Braces have another meaning in messages, so it is interpolated. */
function useSampleGap(): string {
  const { t } = useLingui()
  return `{{${t({ message: 'city', context: 'a gap in a prompt' })}}}`
}

type GapsProps = { replacement: Replacement; onBack: () => void; onTake: (replacement: Replacement) => void }

/** A field per gap, and the resulting prompt. */
function Gaps({ replacement, onBack, onTake }: GapsProps) {
  const [values, setValues] = useState<Record<string, string>>({})
  const filled = fillGaps(replacement.prompt, new Map(Object.entries(values).filter(([, value]) => value.trim() !== '')))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onTake({ ...replacement, prompt: filled })
      }}
      className="grid gap-4 pb-2"
    >
      <Back onClick={onBack} />
      {gapsIn(replacement.prompt).map((name, index) => (
        <TextField
          key={name}
          label={name}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The person has just asked for this form.
          autoFocus={index === 0}
          value={values[name] ?? ''}
          onChange={(event) => setValues((before) => ({ ...before, [name]: event.target.value }))}
        />
      ))}
      <p className="rounded-control bg-wash px-3.5 py-2.5 whitespace-pre-line text-ink-soft">
        <GappedText text={filled} />
      </p>
      <Button type="submit">
        <Trans>Use this prompt</Trans>
      </Button>
    </form>
  )
}

function Back({ onClick }: { onClick: () => void }): ReactNode {
  return (
    <Button variant="ghost" size="sm" onClick={onClick} className="-ml-3 justify-self-start">
      <ArrowLeft aria-hidden className="size-4.5" strokeWidth={1.75} />
      <Trans>Back</Trans>
    </Button>
  )
}
