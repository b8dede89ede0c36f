import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Fragment, useId } from 'react'
import { useUser } from '#app/shell/data/session.queries.ts'
import { kindPaths, kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { IconButton } from '#app/ui/controls/button.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useKeyPlaces } from './key-places.ts'
import { commandKey, Keys } from './keys-view.tsx'
import { switchShortcuts, useShortcutsOn } from './preference.ts'

type Shortcut = { keys: readonly string[]; does: string }

type ShortcutSheetProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Shortcuts of this page and of every page, and the switch for single keys. */
export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
  const { t } = useLingui()
  const on = useShortcutsOn()
  const { pages, everywhere, always } = useShortcuts()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-70 min-h-dvh bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-70 flex max-h-[calc(100dvh-1.5rem)] w-[calc(100vw-1.5rem)] max-w-2xl lg:max-w-5xl -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-sheet border border-line bg-surface shadow-float transition-[opacity,scale] duration-200 ease-out outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
          <div className="flex items-center justify-between gap-4 py-2 pr-2 pl-6">
            <Dialog.Title className="text-xl">
              <Trans>Keyboard shortcuts</Trans>
            </Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label={t`Close`}>
                  <X aria-hidden strokeWidth={1.75} />
                </IconButton>
              }
            />
          </div>
          <div
            role="group"
            aria-label={t`Keyboard shortcuts`}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Otherwise it could not be scrolled without a pointer.
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pb-4 outline-offset-[-2px]"
          >
            <div className="gap-x-10 *:mb-6 *:break-inside-avoid sm:columns-2 lg:columns-3">
              {pages.map(({ title, shortcuts }) => (
                <Section key={title} title={title} shortcuts={shortcuts} />
              ))}
              <Section title={<Trans>Always</Trans>} shortcuts={always} />
              <Section title={<Trans>Everywhere</Trans>} shortcuts={everywhere} off={!on} />
            </div>
          </div>
          <div className="border-t border-line px-6 py-1.5">
            <Switch label={<Trans>Single-key shortcuts</Trans>} checked={on} onCheckedChange={switchShortcuts} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type SectionProps = { title: React.ReactNode; shortcuts: readonly Shortcut[]; off?: boolean }

function Section({ title, shortcuts, off = false }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1.5 font-medium tracking-normal">
        {title}
      </h3>
      {/* Disabled shortcuts stay listed, so that they can be enabled again. */}
      <dl className={`grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 ${off ? 'line-through decoration-ink-soft' : ''}`}>
        {shortcuts.map(({ keys, does }) => (
          <Fragment key={does}>
            <dt className="text-ink-soft">{does}</dt>
            <dd className="justify-self-end">
              <Keys keys={keys} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

/** Returns the shortcuts that work on this page. */
function useShortcuts() {
  const { t } = useLingui()
  const user = useUser()
  const kindNames = useKindNames()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const isConversation = useKeyPlaces().includes('conversation')
  const isStudio = !isConversation && kinds.some((kind) => kindPaths[kind] === pathname)
  const isLibrary = pathname === '/dashboard'
  const mod = commandKey()
  const space = t({ context: 'a key', message: 'Space' })

  const always: Shortcut[] = [
    { keys: [mod, 'K'], does: t`Commands and search` },
    { keys: ['Esc'], does: t`Close` },
  ]
  const everywhere: Shortcut[] = [
    { keys: ['/'], does: t`Search` },
    ...(user
      ? [
          { keys: ['N'], does: t`New result` },
          { keys: ['R'], does: t`Running jobs` },
          { keys: ['G', 'D'], does: t`Dashboard` },
          { keys: ['G', 'V'], does: kindNames.video },
          { keys: ['G', 'I'], does: kindNames.image },
          { keys: ['G', 'A'], does: kindNames.audio },
          { keys: ['G', 'T'], does: kindNames.text },
          { keys: ['G', 'B'], does: t`Tokens` },
          { keys: ['G', 'S'], does: t`Settings` },
        ]
      : []),
    { keys: ['?'], does: t`Keyboard shortcuts` },
  ]
  const studio: Shortcut[] = [
    { keys: [mod, '↵'], does: t`Create from the prompt` },
    { keys: ['↑'], does: t`Previous prompts` },
    { keys: [mod, 'Z'], does: t`Undo the improved prompt` },
  ]
  const conversation: Shortcut[] = [
    { keys: ['↵'], does: t`Send the message` },
    { keys: ['Shift', '↵'], does: t`New line` },
    { keys: [mod, 'Shift', 'O'], does: t`New conversation` },
  ]
  const library: Shortcut[] = [
    { keys: ['←', '↑', '↓', '→'], does: t`Move between results` },
    { keys: ['↵'], does: t`Open` },
    { keys: [space], does: t`Select` },
    { keys: ['Shift', '→'], does: t`Select several` },
    { keys: [mod, 'A'], does: t`Select all` },
    { keys: ['Del'], does: t`Move to trash` },
  ]
  const viewer: Shortcut[] = [
    { keys: ['←', '→'], does: t`Previous and next result` },
    { keys: ['+', '−', '0'], does: t`Image: zoom in, out, fit` },
    { keys: ['F'], does: t`Image: full screen` },
    { keys: ['C'], does: t`Image: compare` },
  ]
  const player: Shortcut[] = [
    { keys: [space], does: t`Play and pause` },
    { keys: ['←', '→'], does: t`Skip back and forward` },
    { keys: ['↑', '↓'], does: t`Video: volume` },
    { keys: ['M'], does: t`Video: mute` },
    { keys: ['C'], does: t`Video: subtitles` },
    { keys: ['L'], does: t`Video: loop` },
    { keys: ['F'], does: t`Video: full screen` },
    { keys: ['P'], does: t`Video: picture in picture` },
    { keys: ['<', '>'], does: t`Video: slower, faster` },
    { keys: [',', '.'], does: t`Video: frame by frame` },
    { keys: ['0', '…', '9'], does: t`Video: jump to 0–90%` },
  ]
  const pages: { title: string; shortcuts: Shortcut[] }[] = [
    ...(isConversation ? [{ title: t`In the conversation`, shortcuts: conversation }] : []),
    ...(isStudio ? [{ title: t`In the studio`, shortcuts: studio }] : []),
    ...(isLibrary
      ? [
          { title: t`In the library`, shortcuts: library },
          { title: t`In an open result`, shortcuts: viewer },
        ]
      : []),
    ...(isLibrary || pathname === kindPaths.video || pathname === kindPaths.audio ? [{ title: t`In the player`, shortcuts: player }] : []),
  ]
  return { pages, always, everywhere }
}
