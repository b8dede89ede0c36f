import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useToast } from '#app/ui/toast.tsx'

/** Copies a text and says so for a moment. */
export function CopyButton({ text, className }: { text: string; className?: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2500)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast({ title: t`The browser did not let us copy`, description: t`Select the text and copy it by hand.`, tone: 'danger' })
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <Button variant="secondary" onClick={() => void copy()} className={className}>
      <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      <span aria-live="polite">{copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
    </Button>
  )
}
