import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { changeRecipe } from '#app/shell/data/recipes.functions.ts'
import { recipesQuery } from '#app/shell/data/recipes.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

/** Makes a result the sample of one's own recipe that it was made from. */
export function SampleButton({ generation }: { generation: Pick<Generation, 'id' | 'type' | 'status' | 'recipe'> }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const { data: recipes } = useQuery(recipesQuery)
  const [busy, setBusy] = useState(false)
  const recipe = recipes?.find(({ id }) => id === generation.recipe?.id)
  if (!recipe || recipe.sample_id === generation.id || recipe.type !== generation.type || generation.status !== 'succeeded') return null
  const { id, name } = recipe

  async function choose() {
    setBusy(true)
    const result = await settle(changeRecipe({ data: { id, sample_id: generation.id } }))
    setBusy(false)
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    queryClient.setQueryData(recipesQuery.queryKey, (items) => items?.map((item) => (item.id === id ? result.data : item)))
    toast({ title: t`“${name}” now shows this result.`, tone: 'ok' })
  }
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={() => void choose()} className="mt-1.5">
      <Trans>Use as its sample</Trans>
    </Button>
  )
}
