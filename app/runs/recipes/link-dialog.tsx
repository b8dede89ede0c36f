import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { useState } from 'react'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { linkRecipe, unlinkRecipe } from '#app/shell/data/recipes.functions.ts'
import { recipesQuery } from '#app/shell/data/recipes.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { copyText } from '#app/ui/controls/copy-text.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

type LinkDialogProps = { recipe: Recipe; open: boolean; onOpenChange: (open: boolean) => void }

/** Creates and deletes the public link of a recipe. */
export function LinkDialog({ recipe, open, onOpenChange }: LinkDialogProps) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { link, name } = recipe
  const url = link && `${window.location.origin}/shared/${link.token}`
  const put = (next: Recipe) =>
    queryClient.setQueryData(recipesQuery.queryKey, (items) => items?.map((item) => (item.id === next.id ? next : item)))

  async function create() {
    setBusy(true)
    const result = await settle(linkRecipe({ data: { id: recipe.id } }))
    setBusy(false)
    if (result.ok) return put(result.data)
    const [field] = Object.values(result.error.fields ?? {})
    toast({ title: field?.detail ?? failureMessage(result.error), tone: 'danger' })
  }

  async function takeBack() {
    setBusy(true)
    const result = await settle(unlinkRecipe({ data: { id: recipe.id } }))
    setBusy(false)
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    put({ ...recipe, link: null })
    toast({ title: t`The link no longer works.` })
  }

  async function copy(address: string) {
    try {
      await copyText(address)
      toast({ title: t`Link copied.` })
    } catch {
      toast({ title: t`Your browser blocked copying.`, tone: 'danger' })
    }
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={<Trans>Share “{name}”</Trans>}>
      <div className="grid gap-5 py-2">
        <p className="text-ink-soft">
          <Trans>
            People with the link see the result, your name and the whole prompt. They can fill it in with their own tokens and copy it.
          </Trans>
        </p>
        {url ? (
          <>
            <TextField label={t`Link`} readOnly value={url} onFocus={({ target }) => target.select()} />
            <div className="flex flex-wrap gap-3">
              <Button onClick={() => void copy(url)}>
                <Trans>Copy link</Trans>
              </Button>
              <Button variant="ghost" busy={busy} className="text-danger" onClick={() => void takeBack()}>
                <Link2Off aria-hidden className="size-5" strokeWidth={1.75} />
                <Trans>Delete link</Trans>
              </Button>
            </div>
          </>
        ) : (
          <Button busy={busy} onClick={() => void create()} className="justify-self-start">
            <Trans>Create link</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  )
}
