import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useToast } from '#app/ui/toast.tsx'

const saidMs = 2500

/** Copies a text and says so for a moment. `byHand`: what to do where the browser does not let us. */
export function useCopy(text: string, byHand: string) {
  const { t } = useLingui()
  const toast = useToast()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), saidMs)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast({ title: t`The browser did not let us copy`, description: byHand, tone: 'danger' })
    }
  }
  return { copied, copy }
}
