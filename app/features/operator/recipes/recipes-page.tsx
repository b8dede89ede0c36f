import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ApiResult, unwrap } from '#app/contract/base/api-result.ts'
import type { OperatorRecipe } from '#app/contract/recipes/published-recipes.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { Button, ButtonLink, IconButton } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { RecipeFiles } from './recipe-files.tsx'
import { listOperatorRecipes, publishRecipe, unpublishRecipe } from './recipes.functions.ts'

const operatorRecipesQuery = queryOptions({
  queryKey: [...operatorKey, 'recipes'],
  queryFn: async () => unwrap(await listOperatorRecipes()).items,
})

/** Recipes that everybody sees on the home page and the dashboard. */
export function RecipesPage() {
  const { data, isError, refetch } = useQuery(operatorRecipesQuery)
  const published = data?.filter(({ published_at: at }) => at !== null) ?? []
  const own = data?.filter(({ published_at: at }) => at === null) ?? []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Recipes</Trans>
        </h1>
        <p className="max-w-reading text-ink-soft">
          <Trans>Published recipes are on the home page and the dashboard. Until you publish one, the built-in recipes are there.</Trans>
        </p>
      </div>
      <RecipeFiles />
      {isError && (
        <p className="text-ink-soft">
          <Trans>Couldn’t load the recipes.</Trans>{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
      {!data && !isError && <Skeleton className="h-40 w-full rounded-control" />}
      {data?.length === 0 && (
        <Empty
          title={<Trans>No recipe to publish yet</Trans>}
          action={
            <ButtonLink to="/dashboard" variant="secondary">
              <Trans>Go to your results</Trans>
            </ButtonLink>
          }
        >
          <Trans>Make one from a result: choose “Use as a recipe” in its menu. The result becomes the sample.</Trans>
        </Empty>
      )}
      {published.length > 0 && (
        <Section id="published" title={<Trans>Published</Trans>}>
          {published.map((recipe) => (
            <RecipeRow key={recipe.id} recipe={recipe} count={published.length} />
          ))}
        </Section>
      )}
      {own.length > 0 && (
        <Section id="own" title={<Trans>Your recipes</Trans>}>
          {own.map((recipe) => (
            <RecipeRow key={recipe.id} recipe={recipe} count={published.length + 1} />
          ))}
        </Section>
      )}
    </div>
  )
}

function Section({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

function RecipeRow({ recipe, count }: { recipe: OperatorRecipe; count: number }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [editing, setEditing] = useState(false)
  const { id, type, texts, place, token, picture_url: picture, shown } = recipe
  const words = (i18n.locale === 'ru' ? texts?.ru : texts?.en) ?? recipe
  const { name } = words

  async function act(call: Promise<ApiResult<OperatorRecipe>>, done?: string) {
    setBusy(true)
    const result = await settle(call)
    await queryClient.invalidateQueries({ queryKey: operatorKey })
    setBusy(false)
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    if (done) toast({ title: done, tone: 'ok' })
  }
  async function move(to: number) {
    if (texts) await act(publishRecipe({ data: { id, texts, place: to } }))
  }

  return (
    <li data-kind={type} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line/60 py-3 last:border-0">
      <span className="grid h-14 w-19 shrink-0 place-items-center overflow-hidden rounded-control bg-wash">
        {picture ? (
          <img src={picture} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
        ) : (
          <KindIcon kind={type} className="size-6" />
        )}
      </span>
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">
          {token ? (
            <Link to="/shared/$token" params={{ token }} className="link">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        {words.about && <p className="text-sm text-ink-soft wrap-anywhere">{words.about}</p>}
        {place !== null && !shown && (
          <p className="text-sm text-danger">
            <Trans>Not shown: its sample or its link is gone.</Trans>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {place !== null && texts && count > 1 && (
          <>
            <IconButton label={t`Move up: ${name}`} disabled={busy || place === 1} onClick={() => void move(place - 1)}>
              <ArrowUp aria-hidden strokeWidth={1.75} />
            </IconButton>
            <IconButton label={t`Move down: ${name}`} disabled={busy || place === count} onClick={() => void move(place + 1)}>
              <ArrowDown aria-hidden strokeWidth={1.75} />
            </IconButton>
          </>
        )}
        {place === null ? (
          <Button variant="secondary" size="sm" aria-haspopup="dialog" aria-label={t`Publish: ${name}`} onClick={() => setEditing(true)}>
            <Trans>Publish</Trans>
          </Button>
        ) : (
          <>
            <Button variant="secondary" size="sm" aria-haspopup="dialog" aria-label={t`Edit: ${name}`} onClick={() => setEditing(true)}>
              <Trans>Edit</Trans>
            </Button>
            <Button
              variant="secondary"
              size="sm"
              busy={busy}
              aria-label={t`Unpublish: ${name}`}
              onClick={() => void act(unpublishRecipe({ data: { id } }), t`Recipe unpublished`)}
            >
              <Trans>Unpublish</Trans>
            </Button>
          </>
        )}
      </div>
      {editing && <PublishDialog recipe={recipe} count={count} onClose={() => setEditing(false)} />}
    </li>
  )
}
