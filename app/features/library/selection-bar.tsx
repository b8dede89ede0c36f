import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArchiveRestore, Combine, Download, FolderMinus, FolderPlus, Heart, HeartOff, Trash2, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { bulkMax } from '#app/contract/base/values.ts'
import { canJoin } from '#app/runs/join/clips.ts'
import { useTrash } from '#app/runs/use-trash.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { useCollectionChange } from './use-collection-change.ts'
import { useMany } from './use-many.ts'
import type { Selection } from './use-selection.ts'

const JoinDialog = lazyPart(async () => (await import('#app/runs/join/join-dialog.tsx')).JoinDialog)

type SelectionBarProps = {
  items: readonly Generation[]
  selection: Selection
  inTrash: boolean
  collection: string | undefined
  onSort: () => void
  onPurge: () => void
}

/** Actions on the selection, at the foot of the window within the thumb's reach. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function SelectionBar({ items, selection, inTrash, collection, onSort, onPurge }: SelectionBarProps) {
  const { t } = useLingui()
  const { trash, restore } = useTrash()
  const { mark, download, packing } = useMany()
  const { takeOut } = useCollectionChange()
  const toast = useToast()
  const { ids } = selection
  const none = ids.length === 0
  const chosen = items.filter(({ id }) => selection.has(id))
  const joinable = canJoin(chosen) && chosen.length === ids.length
  const [joining, setJoining] = useState(false)
  const allFavorite = chosen.length > 0 && chosen.every(({ favorite }) => favorite)

  // Escape works wherever the focus is, unless a dialog above handles it first.
  const onEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const above = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')
    if (event.key === 'Escape' && !isComposing(event) && !event.defaultPrevented && !above) selection.end()
  })
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onEscape(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  async function thenEnd(done: Promise<boolean | void>) {
    if ((await done) !== false) selection.end()
  }

  return (
    <div
      role="toolbar"
      aria-label={t`Selected results`}
      className="fixed inset-x-0 bottom-0 z-30 flex animate-rise flex-wrap items-center justify-center gap-x-1 border-t border-line bg-surface px-2 pt-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] shadow-float sm:inset-x-auto sm:bottom-5 sm:left-1/2 sm:w-max sm:max-w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:rounded-sheet sm:border sm:px-3 sm:py-1.5"
    >
      <p aria-live="polite" className="px-2 font-medium whitespace-nowrap max-sm:w-full max-sm:pt-1 max-sm:text-center">
        {none ? <Trans>Choose results</Trans> : <Plural value={ids.length} one="# result selected" other="# results selected" />}
      </p>
      {items.length > ids.length && ids.length < bulkMax && (
        <button
          type="button"
          onClick={() => selection.set(items.slice(0, bulkMax).map(({ id }) => id))}
          className="link min-h-11 px-2 text-sm max-sm:hidden"
        >
          {items.length > bulkMax ? <Trans>Select the first {bulkMax}</Trans> : <Trans>Select all</Trans>}
        </button>
      )}
      {inTrash ? (
        <>
          <Action label={t`Restore`} disabled={none} onClick={() => void thenEnd(restore(ids))}>
            <ArchiveRestore aria-hidden strokeWidth={1.75} />
          </Action>
          <Action label={t`Delete permanently`} disabled={none} onClick={onPurge} danger>
            <Trash2 aria-hidden strokeWidth={1.75} />
          </Action>
        </>
      ) : (
        <>
          <Action
            label={allFavorite ? t`Remove from favorites` : t`Add to favorites`}
            disabled={none}
            onClick={() => void mark(ids, !allFavorite)}
          >
            {allFavorite ? <HeartOff aria-hidden strokeWidth={1.75} /> : <Heart aria-hidden strokeWidth={1.75} />}
          </Action>
          <Action label={t`Collections`} disabled={none} onClick={onSort}>
            <FolderPlus aria-hidden strokeWidth={1.75} />
          </Action>
          {collection && (
            <Action label={t`Remove from this collection`} disabled={none} onClick={() => void thenEnd(takeOut(ids, collection))}>
              <FolderMinus aria-hidden strokeWidth={1.75} />
            </Action>
          )}
          {joinable && (
            <Action label={t`Join videos`} disabled={false} onClick={() => setJoining(true)}>
              <Combine aria-hidden strokeWidth={1.75} />
            </Action>
          )}
          <Action label={t`Download as ZIP`} disabled={none || packing} onClick={() => void download(ids)}>
            <Download aria-hidden strokeWidth={1.75} />
          </Action>
          <Action label={t`Move to trash`} disabled={none} onClick={() => void thenEnd(trash(ids))} danger>
            <Trash2 aria-hidden strokeWidth={1.75} />
          </Action>
        </>
      )}
      <Action label={t`Stop selecting`} disabled={false} onClick={selection.end}>
        <X aria-hidden strokeWidth={1.75} />
      </Action>
      {joining && (
        <JoinDialog
          works={ids.flatMap((id) => chosen.find((work) => work.id === id) ?? [])}
          onClose={() => setJoining(false)}
          onStarted={() => {
            toast({ title: t`Started.` })
            selection.end()
          }}
        />
      )}
    </div>
  )
}

type ActionProps = { label: string; disabled: boolean; onClick: () => void; danger?: boolean; children: ReactNode }

function Action({ label, disabled, onClick, danger = false, children }: ActionProps) {
  return (
    <IconButton label={label} disabled={disabled} onClick={onClick} className={danger ? 'text-danger' : ''}>
      {children}
    </IconButton>
  )
}
