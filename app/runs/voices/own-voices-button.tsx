import { Trans } from '@lingui/react/macro'
import { AudioLines } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { OwnVoices } from './own-voices.tsx'

type OwnVoicesButtonProps = { service: string; onChoose: (voice: string) => void }

/** Opens the person's voices at the service of a model. */
export function OwnVoicesButton({ service, onChoose }: OwnVoicesButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <AudioLines aria-hidden className="size-4.5" strokeWidth={1.75} />
        <Trans>Your voices</Trans>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={<Trans>Your voices</Trans>}>
        <div className="py-2">
          <OwnVoices
            service={service}
            onChoose={(voice) => {
              onChoose(voice)
              setOpen(false)
            }}
          />
        </div>
      </Dialog>
    </div>
  )
}
