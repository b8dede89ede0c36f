import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo, useRef } from 'react'
import { bulkMax } from '#app/contract/base/values.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { SearchProps } from './library-search.ts'
import { packSelection, unpackSelection } from './selection.ts'

export type Selection = {
  ids: readonly string[]
  has: (id: string) => boolean
  /** Whether a selection is in progress, so that a click selects instead of opening. */
  active: boolean
  toggle: (id: string) => void
  /** Selects everything between the last selected tile and this one, in list order. */
  extendTo: (id: string, order: readonly string[]) => void
  set: (ids: readonly string[]) => void
  /** Starts an empty selection. */
  begin: () => void
  end: () => void
}

/** The selected works, stored in the URL, so that a reload and a second tab have them too. */
export function useSelection({ search, onSearchChange }: SearchProps): Selection {
  const { t } = useLingui()
  const toast = useToast()
  const { select } = search
  const ids = useMemo(() => (select === undefined ? [] : unpackSelection(select, bulkMax)), [select])
  const chosen = useMemo(() => new Set(ids), [ids])
  const last = useRef<string | null>(null)

  const set = (next: readonly string[]) => {
    if (next.length > bulkMax) toast({ title: t`You can select up to ${bulkMax} results at once.` })
    onSearchChange({ select: packSelection(next.slice(0, bulkMax)) }, { replace: true })
  }

  return {
    ids,
    has: useCallback((id: string) => chosen.has(id), [chosen]),
    active: select !== undefined,
    set,
    toggle(id) {
      last.current = id
      const rest = ids.filter((other) => other !== id)
      // Deselecting the last one ends the selection.
      if (rest.length === 0 && ids.length > 0) onSearchChange({ select: undefined }, { replace: true })
      else set(rest.length === ids.length ? [...ids, id] : rest)
    },
    extendTo(id, order) {
      const from = order.indexOf(last.current ?? id)
      const to = order.indexOf(id)
      const range = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
      last.current ??= id
      set([...new Set([...ids, ...range])])
    },
    begin: () => onSearchChange({ select: '' }, { replace: true }),
    end() {
      last.current = null
      onSearchChange({ select: undefined }, { replace: true })
    },
  }
}
