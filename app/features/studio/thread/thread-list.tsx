import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, Search, Trash2 } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import type { Thread } from '#app/contract/studio/studio.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { AutoMore } from '#app/ui/lists/auto-more.tsx'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { HiddenFromBots } from '#app/ui/page/hidden-from-bots.tsx'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import { Menu } from '#app/ui/overlays/menu.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { threadsInfiniteQuery } from './threads.queries.ts'
import { nameOf, useThreadActions } from './use-thread-actions.ts'

type ThreadListProps = {
  current: string | undefined
  onOpened?: (() => void) | undefined
  /** Called when the open conversation was moved to the trash. */
  onGone: () => void
}

/** The list of all conversations, last used first. */
export function ThreadList({ current, onOpened, onGone }: ThreadListProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), 200)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isError, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    threadsInfiniteQuery(wanted),
  )
  // A continued conversation moves up, and may be on two pages until the list is refetched.
  const threads = useMemo(() => [...new Map(data?.pages.flatMap(({ items }) => items).map((one) => [one.id, one])).values()], [data])
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="px-1">
        <TextField
          type="search"
          label={t`Search conversations`}
          hideLabel
          placeholder={t`Search conversations`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          after={
            <span className="pointer-events-none grid size-11 place-items-center text-ink-soft">
              <Search aria-hidden className="size-4.5" strokeWidth={1.75} />
            </span>
          }
        />
      </div>
      <nav aria-label={t`Conversations`} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1 pb-4">
        {isError && !data ? (
          <HiddenFromBots error={error}>
            <div className="grid justify-items-start gap-2 px-2 py-3 text-ink-soft">
              <Trans>Couldn’t load your conversations.</Trans>
              <Button variant="secondary" size="sm" onClick={() => void refetch()}>
                <Trans>Try again</Trans>
              </Button>
            </div>
          </HiddenFromBots>
        ) : !data ? (
          <div className="grid gap-2 p-1">
            {[0, 1, 2, 3].map((index) => (
              <Skeleton key={index} className="h-11" />
            ))}
          </div>
        ) : threads.length === 0 ? (
          <p className="px-2 py-3 text-ink-soft">
            {wanted ? <Trans>No conversations found.</Trans> : <Trans>Your conversations will appear here.</Trans>}
          </p>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
            {threads.map((thread) => (
              <li key={thread.id}>
                <Entry thread={thread} open={thread.id === current} onOpened={onOpened} onGone={onGone} />
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && (
          <AutoMore label={t`Show older`} busy={isFetchingNextPage} paused={isFetchNextPageError} onMore={() => void fetchNextPage()} />
        )}
      </nav>
    </div>
  )
}

type EntryProps = Pick<ThreadListProps, 'onOpened' | 'onGone'> & { thread: Thread; open: boolean }

function Entry({ thread, open, onOpened, onGone }: EntryProps) {
  const { t } = useLingui()
  const { relative } = useFormat()
  const actions = useThreadActions()
  const [renaming, setRenaming] = useState(false)
  const name = nameOf(thread)

  async function remove() {
    if ((await actions.remove(thread)) && open) onGone()
  }
  if (renaming) return <Rename thread={thread} onDone={() => setRenaming(false)} />
  return (
    <div className="group/entry relative flex items-center rounded-control transition-colors hover:bg-ink/5 has-aria-[current=page]:bg-ink/7">
      <Link
        to="/dashboard/text"
        search={(search) => ({ model: search.model, thread: thread.id })}
        resetScroll={false}
        onClick={onOpened}
        className="min-w-0 flex-1 rounded-control px-2.5 py-2"
      >
        <span className={`block truncate ${open ? 'font-medium' : ''}`}>{name || t`Untitled`}</span>
        <span className="block text-sm text-ink-soft">{relative(thread.updated_at)}</span>
      </Link>
      <Menu
        label={t`Actions for “${name}”`}
        trigger={
          <IconButton
            label={t`Actions for “${name}”`}
            className="text-ink-soft transition-opacity group-focus-within/entry:opacity-100 group-hover/entry:opacity-100 hover:text-ink data-popup-open:opacity-100 pointer-fine:opacity-0"
          >
            <Ellipsis aria-hidden strokeWidth={1.75} />
          </IconButton>
        }
        items={[
          { label: <Trans>Rename</Trans>, icon: <Pencil aria-hidden strokeWidth={1.75} />, onSelect: () => setRenaming(true) },
          {
            label: <Trans>Delete</Trans>,
            icon: <Trash2 aria-hidden strokeWidth={1.75} />,
            onSelect: () => void remove(),
            destructive: true,
          },
        ]}
      />
    </div>
  )
}

/** Edits the name in place. Enter saves, Escape cancels; with an empty name, the first prompt becomes the name. */
function Rename({ thread, onDone }: { thread: Thread; onDone: () => void }) {
  const { t } = useLingui()
  const actions = useThreadActions()
  const id = useId()
  const [title, setTitle] = useState(nameOf(thread))
  const [busy, setBusy] = useState(false)

  async function keep() {
    if (busy) return
    setBusy(true)
    const kept = title.trim() === nameOf(thread) || (await actions.rename(thread, title))
    setBusy(false)
    if (kept) onDone()
  }
  return (
    <form
      className="flex items-end gap-2 p-1"
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          id={id}
          label={t`Conversation name`}
          hideLabel
          value={title}
          maxLength={120}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The person has just asked for it.
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && !isComposing(event.nativeEvent) && onDone()}
        />
      </div>
      <Button type="submit" size="sm" variant="secondary" busy={busy} className="min-h-11">
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
