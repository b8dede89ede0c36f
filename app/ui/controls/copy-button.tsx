import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { useCopy } from './use-copy.ts'

/** Copies a text and confirms it for a moment. `label` says what is copied, where there are several. */
export function CopyButton({ text, label, className }: { text: string; label?: string; className?: string }) {
  const { t } = useLingui()
  const { copied, copy } = useCopy(text, t`Select the text and copy it manually.`)
  const Icon = copied ? Check : Copy
  return (
    <Button variant="secondary" aria-label={copied ? undefined : label} onClick={() => void copy()} className={className}>
      <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      <span aria-live="polite">{copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
    </Button>
  )
}
