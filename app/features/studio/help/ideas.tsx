import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, PencilLine, Share2, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { gapsIn } from '#app/contract/recipes/prompt-gaps.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { EditRecipe, Recipe } from '#app/contract/recipes/recipes.ts'
import { FillPrompt } from '#app/runs/recipes/fill-prompt.tsx'
import { GappedText } from '#app/runs/recipes/gapped-text.tsx'
import { LinkDialog } from '#app/runs/recipes/link-dialog.tsx'
import { RecipeEditor, useSampleGap } from '#app/runs/recipes/recipe-editor.tsx'
import { RunRecipe } from '#app/runs/recipes/run-recipe.tsx'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { deleteRecipe, saveRecipe } from '#app/shell/data/recipes.functions.ts'
import { recipesQuery } from '#app/shell/data/recipes.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { kindPaths } from '#app/shell/media/kinds.tsx'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { HiddenFromBots } from '#app/ui/page/hidden-from-bots.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { Composer } from '../composer/use-composer.ts'
import type { Replacement } from '../composer/use-replacement.ts'
import { sortOf } from '#app/runs/models/model-sort.ts'
import { pictureOf, type Template, templates } from './templates.ts'

type IdeasProps = Pick<Composer, 'kind' | 'models' | 'model' | 'prompt'> & {
  start: 'ideas' | 'save'
  onTake: (replacement: Replacement) => void
  /** Closes the list, because a run has started. */
  onClose: () => void
}
type Editing = EditRecipe & { id?: string }
/** A prompt or a recipe that is filled in. */
type Filling = { form: Pick<Recipe, 'text' | 'places'>; options?: OptionValues | undefined; model?: string | undefined; recipe?: Recipe }

/** Prompts to start from, built-in and saved. Gaps are filled in first. */
export default function Ideas({ start, onTake, onClose, ...composer }: IdeasProps) {
  const { t } = useLingui()
  const [tab, setTab] = useState<'templates' | 'saved'>(start === 'save' ? 'saved' : 'templates')
  const newPrompt = (): Editing => ({ type: composer.kind, name: '', text: start === 'save' ? composer.prompt : '' })
  const [editing, setEditing] = useState<Editing | null>(start === 'save' ? newPrompt() : null)
  const [filling, setFilling] = useState<Filling | null>(null)

  function use(next: Filling) {
    if (gapsIn(next.form.text).length > 0 || next.recipe?.model) setFilling(next)
    else onTake({ prompt: next.form.text, options: next.options, model: next.model })
  }

  if (filling)
    return <Fill filling={filling} models={composer.models} onBack={() => setFilling(null)} onTake={onTake} onStarted={onClose} />
  if (editing)
    return (
      <div className="grid gap-5">
        <Back onClick={() => setEditing(null)} />
        <RecipeEditor start={editing} onDone={() => setEditing(null)} />
      </div>
    )
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

type TemplatesProps = { composer: Pick<Composer, 'kind' | 'models' | 'model'>; onUse: (filling: Filling) => void }

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
            onClick={() =>
              onUse({
                form: { text: template.text[locale], places: [] },
                options: template.options,
                model: to === model ? undefined : to.id,
              })
            }
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
  onUse: (filling: Filling) => void
  onEdit: (editing: Editing) => void
}

function Saved({ composer: { kind, prompt }, onUse, onEdit }: SavedProps) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const { data, isError, error, refetch } = useQuery(recipesQuery)
  const own = data?.filter(({ type }) => type === kind)
  const sample = useSampleGap()
  const [sharing, setSharing] = useState<string | null>(null)
  const shared = own?.find(({ id }) => id === sharing)

  const put = (change: (items: Recipe[]) => Recipe[]) => queryClient.setQueryData(recipesQuery.queryKey, (items) => items && change(items))

  async function remove(saved: Recipe) {
    put((items) => items.filter(({ id }) => id !== saved.id))
    const result = await settle(deleteRecipe({ data: { id: saved.id } }))
    if (!result.ok && result.error.code !== 'not_found') {
      void refetch()
      return toast({ title: failureMessage(result.error), tone: 'danger' })
    }
    toast({ title: t`Prompt “${saved.name}” deleted.`, action: { label: t`Undo`, onClick: () => void bringBack(saved) } })
  }

  async function bringBack({ id: _id, created_at: _at, revision: _revision, from: _from, link: _link, ...recipe }: Recipe) {
    // A saved prompt has no model, and then nothing else either.
    const { type, name, text, about, places } = recipe
    const result = await settle(saveRecipe({ data: recipe.model === null ? { type, name, text, about, places } : recipe }))
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    put((items) => [result.data, ...items])
  }

  return (
    <div className="grid gap-4">
      <Button variant="secondary" onClick={() => onEdit({ type: kind, name: '', text: prompt })}>
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
          <li key={saved.id} className="grid grid-cols-[1fr_auto_auto_auto] items-center gap-1">
            <Card title={saved.name} text={saved.about ?? saved.text} onClick={() => onUse({ form: saved, recipe: saved })} />
            {saved.model !== null && saved.sample_id !== null ? (
              <IconButton label={t`Share “${saved.name}”`} aria-haspopup="dialog" onClick={() => setSharing(saved.id)}>
                <Share2 aria-hidden strokeWidth={1.75} className={saved.link ? 'fill-kind-mark text-kind' : ''} />
              </IconButton>
            ) : (
              <span />
            )}
            <IconButton label={t`Edit “${saved.name}”`} onClick={() => onEdit(saved)}>
              <PencilLine aria-hidden strokeWidth={1.75} />
            </IconButton>
            <IconButton label={t`Delete “${saved.name}”`} onClick={() => void remove(saved)}>
              <Trash2 aria-hidden strokeWidth={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
      {shared && <LinkDialog recipe={shared} open onOpenChange={() => setSharing(null)} />}
    </div>
  )
}

type FillProps = {
  filling: Filling
  models: readonly Model[]
  onBack: () => void
  onTake: (replacement: Replacement) => void
  onStarted: () => void
}

/** Fills in a recipe: one with a model runs, another prompt goes into the composer. */
function Fill({ filling: { form, recipe, options, model: to }, models, onBack, onTake, onStarted }: FillProps) {
  const navigate = useNavigate()
  const model = models.find(({ id }) => id === recipe?.model)
  return (
    <div className="grid gap-4">
      <Back onClick={onBack} />
      {recipe?.about && <p className="text-ink-soft">{recipe.about}</p>}
      {model && !model.available && <p role="status">{model.unavailable_reason}</p>}
      {recipe && model?.available ? (
        <RunRecipe
          recipe={recipe}
          id={recipe.id}
          model={model}
          isAsked
          onStarted={({ thread_id: thread }) => {
            onStarted()
            if (thread) void navigate({ to: kindPaths.text, search: { thread } })
          }}
        />
      ) : (
        <FillPrompt form={form} onTake={(prompt) => onTake({ prompt, options, model: to })} />
      )}
    </div>
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
