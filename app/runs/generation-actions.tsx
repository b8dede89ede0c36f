import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import {
  Captions,
  Clapperboard,
  CookingPot,
  Copy,
  Download,
  Ellipsis,
  FolderArchive,
  FolderPlus,
  Heart,
  Image,
  Info,
  MessagesSquare,
  PencilLine,
  Share2,
  TextCursorInput,
  Trash2,
  Undo2,
  WandSparkles,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { KindIcon, kindPaths } from '#app/shell/media/kinds.tsx'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { MenuItem } from '#app/ui/overlays/menu-popup.tsx'
import { Menu } from '#app/ui/overlays/menu.tsx'
import { AgainButton } from './again-button.tsx'
import { CancelButton } from './cancel-button.tsx'
import { isCaptions, resultsOf } from './files.ts'
import { useIsBlind, useUses } from './use-as.ts'
import { useGenerationActions } from './use-generation-actions.ts'

const EditButton = lazyPart(async () => (await import('./edit-button.tsx')).EditButton, <span className="size-11" />)
// Lazy-loaded, because each is rarely opened.
const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog)
const AddToCollection = lazyPart(async () => (await import('./collections-menu.tsx')).AddToCollection)
const loadRecipes = () => import('./recipes/recipe-dialog.tsx')
const RecipeDialog = lazyPart(async () => (await loadRecipes()).RecipeDialog)
const RenameDialog = lazyPart(async () => (await import('./rename-dialog.tsx')).RenameDialog)

type GenerationActionsProps = {
  generation: Generation
  /** One of several results; absent if the actions apply to all of them, and each has its own button. */
  file?: GenerationFile | undefined
  /** Whether to show icons alone, over a picture in a wide window. */
  compact?: boolean
  /** Fills the composer with the run's prompt and options. */
  onReuse: () => void
  onDetails?: (() => void) | undefined
  onStarted?: ((started: Generation) => void) | undefined
  onRemoved?: (() => void) | undefined
}

/** The row of actions on a generation in any state. */
export function GenerationActions(props: GenerationActionsProps) {
  if (props.generation.deleted_at !== null) return <TrashedActions {...props} />
  return <KeptActions {...props} />
}

type Opened = 'share' | 'rename' | 'collections' | 'recipe' | null

// oxlint-disable-next-line max-lines-per-function -- A list: one entry per action.
function KeptActions({ generation, file: chosen, compact = false, onReuse, onDetails, onStarted, onRemoved }: GenerationActionsProps) {
  const { t } = useLingui()
  const actions = useGenerationActions(generation)
  const [opened, setOpened] = useState<Opened>(null)
  const navigate = useNavigate()
  const results = resultsOf(generation.files)
  const file = chosen ?? (results.length === 1 ? results[0] : undefined)
  const uses = useUses(generation, file && generation.files.indexOf(file))
  const isBlind = useIsBlind(generation)
  const captions = generation.files.find(isCaptions)
  const active = isActive(generation)
  const succeeded = generation.status === 'succeeded'
  const { text, thread_id: thread } = generation

  async function remove() {
    if (await actions.remove()) onRemoved?.()
  }

  const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const
  const items: MenuItem[] = [
    ...(onDetails ? [{ label: <Trans>Details and receipt</Trans>, icon: <Info {...icon} />, onSelect: onDetails }] : []),
    ...(thread
      ? [
          {
            label: <Trans>Open the conversation</Trans>,
            icon: <MessagesSquare {...icon} />,
            onSelect: () => void navigate({ to: kindPaths.text, search: { thread, turn: generation.id } }),
          },
        ]
      : []),
  ]
  const { film } = generation
  if (film)
    items.push({
      label: <Trans>Open its film</Trans>,
      icon: <Clapperboard {...icon} />,
      onSelect: () => void navigate({ to: '/dashboard', search: { film: film.id } }),
    })
  // The prompt of a film's run is only its title.
  const hasPrompt = generation.prompt !== '' && !film
  if (hasPrompt)
    items.push(
      { label: <Trans>Use this prompt</Trans>, icon: <PencilLine {...icon} />, onSelect: onReuse },
      { label: <Trans>Copy the prompt</Trans>, icon: <Copy {...icon} />, onSelect: () => void actions.copy(generation.prompt) },
    )
  if (generation.type === 'image' && file)
    items.push({ label: <Trans>Copy image</Trans>, icon: <Image {...icon} />, onSelect: () => void actions.copyPicture(file.url) })
  if (text && !active && !generation.transcript)
    items.push({
      label: <Trans>Download as Markdown</Trans>,
      icon: <Download {...icon} />,
      onSelect: () => void actions.downloadText(text),
    })
  if (generation.files.length > 1)
    items.push({ label: <Trans>Download as ZIP</Trans>, icon: <FolderArchive {...icon} />, onSelect: () => void actions.downloadAll() })
  if (succeeded && hasPrompt)
    items.push({ label: <Trans>Use as a recipe</Trans>, icon: <CookingPot {...icon} />, onSelect: () => setOpened('recipe') })
  if (succeeded)
    items.push(
      { label: <Trans>Collections</Trans>, icon: <FolderPlus {...icon} />, onSelect: () => setOpened('collections') },
      { label: <Trans>Rename</Trans>, icon: <TextCursorInput {...icon} />, onSelect: () => setOpened('rename') },
    )
  if (!active)
    items.push({ label: <Trans>Move to trash</Trans>, icon: <Trash2 {...icon} />, onSelect: () => void remove(), destructive: true })

  return (
    <div className="-ml-2 flex flex-wrap items-center gap-0.5">
      {active && <CancelButton generation={generation} actions={actions} />}
      {file && (
        <IconLink href={`${file.url}&download=1`} label={t`Download`}>
          <Download {...icon} />
        </IconLink>
      )}
      {captions && (
        <IconLink href={`${captions.url}&download=1`} label={t`Download subtitles`}>
          <Captions {...icon} />
        </IconLink>
      )}
      {text && !active && (
        <IconButton label={t`Copy text`} onClick={() => void actions.copy(text)}>
          <Copy {...icon} />
        </IconButton>
      )}
      {succeeded && (
        <>
          <IconButton label={t`Favorite`} aria-pressed={generation.favorite} onClick={() => void actions.toggleFavorite()}>
            <Heart {...icon} className={generation.favorite ? 'fill-kind-mark text-kind-mark' : ''} />
          </IconButton>
          <IconButton
            label={generation.shared ? t`Shared by link` : t`Share`}
            aria-haspopup="dialog"
            onClick={() => setOpened('share')}
            className={generation.shared ? 'text-kind' : ''}
          >
            <Share2 {...icon} className={generation.shared ? 'fill-kind-mark' : ''} />
          </IconButton>
        </>
      )}
      {succeeded && (generation.type === 'image' || generation.type === 'video') && file && (
        <EditButton generation={generation} file={file} onStarted={onStarted} />
      )}
      {uses.length > 0 && (
        <Menu
          label={t`Use for…`}
          align="start"
          trigger={
            <IconButton label={t`Use for…`}>
              <WandSparkles {...icon} />
            </IconButton>
          }
          header={
            isBlind && (
              <p className="max-w-72 text-sm text-ink-soft">
                <Trans>
                  No model on this server can see what’s in an image, so none can describe it. You can use its colors and shapes:
                </Trans>
              </p>
            )
          }
          items={uses.map(({ kind, label, note, search }) => ({
            label: (
              <span className="grid">
                {label}
                {note && <span className="text-sm text-ink-soft">{note}</span>}
              </span>
            ),
            icon: <KindIcon kind={kind} />,
            onSelect: () => void navigate({ to: kindPaths[kind], search }),
          }))}
        />
      )}
      <Menu
        label={t`More actions`}
        align="start"
        trigger={
          <IconButton label={t`More actions`} onPointerEnter={() => void loadRecipes().catch(() => {})}>
            <Ellipsis {...icon} />
          </IconButton>
        }
        items={items}
      />
      {!active && <AgainButton generation={generation} actions={actions} compact={compact} onStarted={onStarted} />}
      <>
        {opened === 'share' && <ShareDialog generation={generation} open onOpenChange={() => setOpened(null)} />}
        {opened === 'recipe' && <RecipeDialog generation={generation} open onOpenChange={() => setOpened(null)} />}
        {opened === 'collections' && <AddToCollection ids={[generation.id]} open onOpenChange={() => setOpened(null)} />}
        {opened === 'rename' && (
          <RenameDialog generation={generation} open onOpenChange={() => setOpened(null)} onRename={(title) => actions.rename(title)} />
        )}
      </>
    </div>
  )
}

/** Actions in the trash: restore and delete permanently. */
function TrashedActions({ generation, onDetails, onRemoved }: GenerationActionsProps) {
  const { t } = useLingui()
  const actions = useGenerationActions(generation)
  const [confirming, setConfirming] = useState(false)
  async function restore() {
    if (await actions.restore()) onRemoved?.()
  }
  return (
    <div className="-ml-2 flex flex-wrap items-center gap-0.5">
      <Button variant="ghost" size="sm" busy={actions.busy === 'restore'} onClick={() => void restore()}>
        <Undo2 aria-hidden className="size-4.5" strokeWidth={1.75} />
        <Trans>Restore</Trans>
      </Button>
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)} className="text-danger">
        <Trash2 aria-hidden className="size-4.5" strokeWidth={1.75} />
        <Trans>Delete permanently</Trans>
      </Button>
      {onDetails && (
        <IconButton label={t`Details and receipt`} onClick={onDetails}>
          <Info aria-hidden strokeWidth={1.75} />
        </IconButton>
      )}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={<Trans>Delete this result permanently?</Trans>}
        description={<Trans>It will be deleted from every device and can’t be restored. Its entry in the token history stays.</Trans>}
        confirmLabel={<Trans>Delete</Trans>}
        destructive
        onConfirm={async () => {
          if (await actions.purge()) onRemoved?.()
        }}
      />
    </div>
  )
}

function IconLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a href={href} download aria-label={label} title={label} className="icon-button button-ghost">
      {children}
    </a>
  )
}
