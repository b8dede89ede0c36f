import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { LocalModelInfo } from '#app/contract/operator/local-models.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { operatorModelsQuery } from './connections.queries.ts'

/** Announces a finished installation and adds its model to the pickers. */
export function useNewModels(items: readonly LocalModelInfo[] | undefined): void {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const before = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!items) return
    const installed = items.filter((model) => model.installed)
    const known = before.current
    before.current = new Set(installed.map(({ id }) => id))
    if (!known) return
    const [fresh] = installed.filter(({ id }) => !known.has(id))
    if (!fresh && known.size === installed.length) return
    void queryClient.invalidateQueries({ queryKey: modelsQuery().queryKey })
    void queryClient.invalidateQueries({ queryKey: operatorModelsQuery.queryKey })
    if (fresh) toast({ title: t`${fresh.name} is installed`, tone: 'ok' })
  }, [items, queryClient, toast, t])
}
