import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { listGenerations } from '#app/shell/data/generations.functions.ts'
import { generationKeys } from '#app/shell/data/generations.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import { Keys } from '../shortcuts/keys-view.tsx'
import { fitness } from './match.ts'
import { type Action, type ActionGroup, type MakeOf, useActions, useMakeOf } from './use-actions.tsx'

type Entry = { id: string; action: Action; work?: undefined } | { id: string; work: Generation; action?: undefined }
type Group = { value: ActionGroup['id'] | 'works'; label: string; items: Entry[] }

const worksShown = 6
/** Rank of a matching work: below an action that starts with the query, above one that only contains it. */
const foundWork = 0.8

/** Works that match the query, or the latest ones. */
const worksQuery = (q: string) => ({
  queryKey: [...generationKeys.all, 'palette', q],
  queryFn: async () => unwrap(await listGenerations({ data: { q: q || undefined, limit: String(worksShown), status__in: 'succeeded' } })),
  placeholderData: keepPreviousData,
  staleTime: 10_000,
})

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** One input to open any page, start any action and find any work. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const { t } = useLingui()
  // A palette reopened during its fade-out starts with an empty query.
  const [openings, setOpenings] = useState({ count: 0, open })
  if (openings.open !== open) setOpenings({ count: openings.count + (open ? 1 : 0), open })
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-70 min-h-dvh bg-scrim transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-70 flex items-start justify-center px-2 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2 sm:pt-[12vh]">
          <Dialog.Popup
            aria-label={t`Commands and search`}
            className="flex max-h-[min(34rem,calc(100dvh-1rem))] w-full max-w-xl flex-col overflow-hidden rounded-sheet border border-line bg-surface shadow-float transition-[opacity,scale] duration-120 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <Content key={openings.count} onOpenChange={onOpenChange} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Memoized, so that typing and closing do not re-render the actions. */
const Content = memo(function Content({ onOpenChange }: Pick<PaletteProps, 'onOpenChange'>) {
  const onDone = useCallback(() => onOpenChange(false), [onOpenChange])
  return <Lines actions={useActions()} onDone={onDone} />
})

type LinesProps = { actions: readonly ActionGroup[]; onDone: () => void }

function Lines({ actions, onDone }: LinesProps) {
  const { t } = useLingui()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  // The input updates first, because on a slow device the list would delay it.
  const words = useDeferredValue(typed)
  const { known, isSearching } = useKnown(words, actions)
  const makeOf = useMakeOf()
  const groups = useMemo(() => groupsOf(words, known, makeOf), [words, known, makeOf])
  const highlighted = useRef<Entry>(undefined)

  const choose = useCallback(
    ({ action, work }: Entry) => {
      onDone()
      if (action) action.run()
      else void router.navigate({ to: '/dashboard', search: { item: work.id } })
    },
    [onDone, router],
  )

  // The highlight and the list lag behind the input; Enter pressed meanwhile chooses the first match for the typed text.
  function onKeyDown(event: KeyboardEvent & { preventBaseUIHandler(): void }) {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    event.preventBaseUIHandler()
    const shown = groupsOf(typed, known, makeOf).flatMap(({ items }) => items)
    const meant = shown.find(({ id }) => id === highlighted.current?.id) ?? shown[0]
    if (meant) choose(meant)
  }

  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={groups}
      value={typed}
      onValueChange={(next, { reason }) => {
        // Choosing an item runs it, and its label must not become the query.
        if (reason === 'item-press') return
        highlighted.current = undefined
        setTyped(next)
      }}
      onItemHighlighted={(entry: Entry | undefined) => {
        highlighted.current = entry
      }}
      itemToStringValue={({ id }: Entry) => id}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-3 border-b border-line pr-1 pl-4">
        <Search aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
        <Autocomplete.Input
          aria-label={t`Search or run a command`}
          placeholder={t`Search or run a command`}
          onKeyDown={onKeyDown}
          className="min-h-13 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <Dialog.Close
          aria-label={t`Close`}
          className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2"
        >
          <X aria-hidden className="size-5" strokeWidth={1.75} />
        </Dialog.Close>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-py-2 p-1.5">
        <Autocomplete.Empty className="empty:hidden">
          <p className="px-3 py-6 text-ink-soft">
            {isSearching || words !== typed ? <Trans>Searching…</Trans> : <Trans>No results.</Trans>}
          </p>
        </Autocomplete.Empty>
        <Groups onChoose={choose} />
      </div>
      <p className="flex gap-x-5 border-t border-line px-4 py-2 text-sm text-ink-soft pointer-coarse:hidden">
        <span className="flex items-center gap-1.5">
          <Keys keys={['↑', '↓']} /> <Trans>to select</Trans>
        </span>
        <span className="flex items-center gap-1.5">
          <Keys keys={['↵']} /> <Trans>to run</Trans>
        </span>
      </p>
    </Autocomplete.Root>
  )
}

/** Re-rendered only when the matches change, not with every letter. */
const Groups = memo(function Groups({ onChoose }: { onChoose: (entry: Entry) => void }) {
  return (
    <Autocomplete.List>
      {(group: Group) => (
        <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-1.5">
          <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-sm text-ink-soft select-none">{group.label}</Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(entry: Entry) => (
              <Autocomplete.Item
                key={entry.id}
                value={entry}
                onClick={() => onChoose(entry)}
                className="flex min-h-11 cursor-default items-center gap-3 rounded-[8px] px-3 py-1.5 outline-none select-none data-highlighted:bg-ink/6"
              >
                {entry.action ? <ActionLine action={entry.action} /> : <WorkLine work={entry.work} />}
              </Autocomplete.Item>
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  )
})

function ActionLine({ action }: { action: Action }) {
  const { icon: Icon, kind, label, keys } = action
  return (
    <>
      {kind ? <KindIcon kind={kind} /> : <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />}
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{label}</span>
      {keys && (
        <span className="pointer-coarse:hidden">
          <Keys keys={keys} />
        </span>
      )}
    </>
  )
}

function WorkLine({ work }: { work: Generation }) {
  const workName = useWorkName()
  const { relative } = useFormat()
  return (
    <>
      <KindIcon kind={work.type} />
      <span className="min-w-0 flex-1 truncate">{workName(work)}</span>
      <span className="shrink-0 text-sm text-ink-soft">{relative(work.created_at)}</span>
    </>
  )
}

function useDelayed(value: string, ms: number): string {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return late
}

/** Available actions, and the works found for a query. */
type Known = { actions: readonly ActionGroup[]; works: readonly Generation[]; worksLabel: string; asked: string }

function useKnown(typed: string, actions: readonly ActionGroup[]): { known: Known; isSearching: boolean } {
  const { t } = useLingui()
  const user = useUser()
  const wanted = typed.trim()
  const asked = useDelayed(wanted, 180)
  const { data, isFetching } = useQuery({ ...worksQuery(asked), enabled: user !== null })
  const works = data?.items
  const worksLabel = asked ? t`Results` : t`Recent results`
  const known = useMemo(() => ({ actions, works: works ?? [], worksLabel, asked }), [actions, works, worksLabel, asked])
  return { known, isSearching: isFetching || asked !== wanted }
}

/**
 * Groups the matches, best group first; without a query, the actions in their order and the latest works. A query that matches no command
 * can become a prompt.
 */
function groupsOf(typed: string, { actions, works, worksLabel, asked }: Known, makeOf: MakeOf): Group[] {
  const wanted = typed.trim()
  const groups: { best: number; group: Group }[] = actions
    .map(({ id, label, actions: all }) => {
      const scored = all
        .map((action) => ({ action, score: fitness(wanted, action.label, `${label} ${action.also}`) }))
        .filter(({ score }) => score > 0)
      const sorted = wanted ? scored.sort((a, b) => b.score - a.score) : scored
      const items = sorted.map(({ action }): Entry => ({ id: action.id, action }))
      return { best: sorted[0]?.score ?? 0, group: { value: id, label, items } }
    })
    .filter(({ group }) => group.items.length > 0)
  if (works.length > 0) {
    const items = works.map((work): Entry => ({ id: work.id, work }))
    groups.push({ best: asked ? foundWork : 0, group: { value: 'works', label: worksLabel, items } })
  }
  if (wanted) groups.sort((a, b) => b.best - a.best)
  const made = wanted && groups.every(({ group }) => group.value === 'works') ? makeOf(wanted) : undefined
  if (made) {
    const group: Group = { value: made.id, label: made.label, items: made.actions.map((action) => ({ id: action.id, action })) }
    // Works of an earlier query stay visible until the next response; Enter must not open one of them.
    if (asked === wanted) groups.push({ best: 0, group })
    else groups.unshift({ best: 0, group })
  }
  return groups.map(({ group }) => group)
}
