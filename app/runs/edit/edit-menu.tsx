import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Expand, ImageUpscale, PencilLine, Scissors } from 'lucide-react'
import { useState } from 'react'
import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { kindPaths } from '#app/shell/media/kinds.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { MenuItem, MenuPopupProps } from '#app/ui/overlays/menu-popup.tsx'
import { Menu } from '#app/ui/overlays/menu.tsx'
import { indexOf } from '../files.ts'
import { extending, instructed, modelsFor } from './edit-models.ts'
import type { ToolTask } from './tool-dialog.tsx'

const ToolDialog = lazyPart(async () => (await import('./tool-dialog.tsx')).ToolDialog)
const ExtendDialog = lazyPart(async () => (await import('./extend-dialog.tsx')).ExtendDialog)

export type EditMenuProps = {
  generation: Generation
  file: GenerationFile
  held: MenuPopupProps['held']
  onStarted?: ((started: Generation) => void) | undefined
}

/** Edits of an image that this server's models can do. */
export function EditMenu({ generation, file, held, onStarted }: EditMenuProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const models = useQueryData(modelsQuery()) ?? []
  const [opened, setOpened] = useState<ToolTask | 'extend' | null>(null)
  const index = indexOf(generation, file)
  const inWords = instructed(models)
  const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const
  const items: MenuItem[] = []
  if (inWords)
    items.push({
      label: <Trans>Edit with a prompt</Trans>,
      icon: <PencilLine {...icon} />,
      onSelect: () =>
        void navigate({ to: kindPaths.image, search: { prompt: '', model: inWords.id, input: generation.id, index, role: 'source' } }),
    })
  if (extending(models).length > 0)
    items.push({ label: <Trans>Extend</Trans>, icon: <Expand {...icon} />, onSelect: () => setOpened('extend') })
  if (modelsFor(models, 'remove_background').length > 0)
    items.push({
      label: <Trans>Remove background</Trans>,
      icon: <Scissors {...icon} />,
      onSelect: () => setOpened('remove_background'),
    })
  if (modelsFor(models, 'enlarge').length > 0)
    items.push({ label: <Trans>Enlarge</Trans>, icon: <ImageUpscale {...icon} />, onSelect: () => setOpened('enlarge') })

  const dialog = { generation, file, onClose: () => setOpened(null), onStarted }
  return (
    <>
      <Menu
        label={t`Edit`}
        align="start"
        held={held}
        items={items}
        header={
          items.length === 0 && (
            <p className="max-w-72 text-sm text-ink-soft">
              <Trans>No model on this server can edit images.</Trans>
            </p>
          )
        }
      />
      {opened === 'extend' && <ExtendDialog {...dialog} />}
      {(opened === 'enlarge' || opened === 'remove_background') && <ToolDialog {...dialog} task={opened} />}
    </>
  )
}
