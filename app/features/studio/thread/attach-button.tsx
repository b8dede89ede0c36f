import { useLingui } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import type { Model } from '#app/contract/runs/models.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { FilePicker } from '../composer/file-picker.tsx'
import type { Composer } from '../composer/use-composer.ts'
import { takenBy } from '#app/runs/models/model-search.ts'

type AttachButtonProps = { inputs: Composer['inputs']; models: readonly Model[] }

/** Opens the file dialog for everything that a model of conversations reads, because another one may be chosen afterwards. */
export function AttachButton({ inputs: { uploads }, models }: AttachButtonProps) {
  const { t } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  const kinds = [...new Set(models.filter(({ available }) => available).flatMap(takenBy))]
  if (kinds.length === 0) return null
  return (
    <>
      <IconButton
        label={t`Attach files`}
        disabled={uploads.busy}
        onClick={() => picker.current?.click()}
        className="-mr-1 shrink-0 text-ink-soft"
      >
        <Paperclip aria-hidden strokeWidth={1.75} />
      </IconButton>
      <FilePicker ref={picker} kinds={kinds} multiple onPick={(files) => uploads.add(files)} />
    </>
  )
}
