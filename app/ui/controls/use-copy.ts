import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { useToast } from '../overlays/toast.tsx'

const saidMs = 2500

/** Copies a text and confirms it for a moment. `byHand` is advice for browsers that do not allow copying. */
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
      await copyText(text)
      setCopied(true)
    } catch {
      toast({ title: t`Your browser blocked copying`, description: byHand, tone: 'danger' })
    }
  }
  return { copied, copy }
}
