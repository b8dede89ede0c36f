import { Trans } from '@lingui/react/macro'
import { Brush } from 'lucide-react'
import { useState } from 'react'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { useInputPicture } from '#app/runs/edit/use-input-picture.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

const MaskEditor = lazyPart(async () => (await import('../mask/mask-editor.tsx')).MaskEditor)

type MaskButtonProps = { input: GenerationInput; hasMask: boolean; onMask: (mask: File) => void }

/** Opens the mask editor for the image that is edited. */
export function MaskButton({ input, hasMask, onMask }: MaskButtonProps) {
  const picture = useInputPicture(input)
  const [open, setOpen] = useState(false)
  if (!picture) return null
  const name = 'upload_id' in input ? input.upload_id : `${input.generation_id} ${input.index ?? 0}`
  return (
    <>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Brush aria-hidden className="size-4.5" strokeWidth={1.75} />
        {hasMask ? <Trans>Change the selection</Trans> : <Trans>Select an area</Trans>}
      </Button>
      {open && <MaskEditor picture={picture} name={name} onApply={onMask} onClose={() => setOpen(false)} />}
    </>
  )
}
