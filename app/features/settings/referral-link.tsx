import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { config } from '#config'

const neverChanges = () => () => {}

/** The address people know this server by is the one in the browser; the server itself may not know it. */
function useOrigin() {
  return useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => '',
  )
}

export function ReferralLink({ code }: { code: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const [copied, setCopied] = useState(false)
  const link = `${useOrigin()}/?${config.referral.queryParam}=${encodeURIComponent(code)}`

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2500)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      toast({ title: t`The browser did not let us copy`, description: t`Select the link and copy it by hand.`, tone: 'danger' })
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
      <TextField
        label={t`Your link`}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        spellCheck={false}
        className="text-ellipsis"
      />
      <Button variant="secondary" onClick={() => void copy()} className="max-sm:w-full">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        <span aria-live="polite">{copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
      </Button>
    </div>
  )
}
