import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#app/contract/account/accounts.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { ProofForm } from '#app/shell/form/proof-form.tsx'
import { deviceSessionsQuery, twoFactorQuery } from './settings.queries.ts'
import { endTwoFactor, renewRecoveryCodes } from './two-factor.functions.ts'

const SetUp = lazyPart(async () => (await import('./two-factor-setup.tsx')).TwoFactorSetup)
const RecoveryCodes = lazyPart(async () => (await import('./recovery-codes.tsx')).RecoveryCodes)

type Opened = 'set up' | 'off' | 'codes'

/** The settings of two-factor sign-in: on, off, and recovery codes. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function TwoFactor({ user }: { user: User }) {
  const { t } = useLingui()
  const toast = useToast()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(twoFactorQuery)
  /** Stays set while the sheet closes, so that its text does not change during the fade. */
  const [opened, setOpened] = useState<Opened>('set up')
  const [open, setOpen] = useState(false)
  const [codes, setCodes] = useState<string[]>()

  function show(what: Opened) {
    setOpened(what)
    setCodes(undefined)
    setOpen(true)
  }
  const reread = () =>
    Promise.all([queryClient.invalidateQueries(twoFactorQuery), queryClient.invalidateQueries(deviceSessionsQuery)]).then(() => undefined)
  const done = () => setOpen(false)
  const proof = { hasPassword: user.has_password, hasCode: data.enabled }
  const titles = { 'set up': t`Two-factor authentication`, off: t`Turn off two-factor authentication?`, codes: t`New recovery codes` }

  return (
    <div id="two-factor" className="grid scroll-mt-24 gap-3">
      <h3 className="text-base font-medium tracking-normal">
        <Trans>Two-factor authentication</Trans>
      </h3>
      {data.enabled ? (
        <>
          <p className="flex gap-2">
            <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" strokeWidth={1.75} />
            <span>
              {data.since && <Trans>On since {format.date(data.since)}.</Trans>}{' '}
              <span className={data.recovery_codes_left < 3 ? 'text-danger' : 'text-ink-soft'}>
                <Plural
                  value={data.recovery_codes_left}
                  _0="No recovery codes left. Create new ones."
                  one="# recovery code left."
                  other="# recovery codes left."
                />
              </span>
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => show('codes')}>
              <Trans>New recovery codes</Trans>
            </Button>
            <Button variant="secondary" onClick={() => show('off')}>
              <Trans>Turn off</Trans>
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-ink-soft">
            <Trans>
              To sign in, you’ll enter your password and a code from an app on your phone. A stolen password alone won’t be enough.
            </Trans>
          </p>
          <div>
            <Button variant="secondary" onClick={() => show('set up')}>
              <Trans>Set up two-factor authentication</Trans>
            </Button>
          </div>
        </>
      )}
      <Dialog open={open} onOpenChange={setOpen} title={titles[opened]}>
        {open && opened === 'set up' && <SetUp user={user} onOn={reread} onDone={done} />}
        {open && opened === 'off' && (
          <ProofForm
            {...proof}
            submit={<Trans>Turn off</Trans>}
            danger
            send={(data) => endTwoFactor({ data })}
            onSuccess={async () => {
              await reread()
              done()
              toast({ title: t`Two-factor authentication is off` })
            }}
          >
            <p className="text-ink-soft">
              <Trans>You’ll sign in with just your password again, and your recovery codes will stop working.</Trans>
            </p>
          </ProofForm>
        )}
        {open && opened === 'codes' && !codes && (
          <ProofForm
            {...proof}
            submit={<Trans>Create new codes</Trans>}
            send={(data) => renewRecoveryCodes({ data })}
            onSuccess={async ({ recovery_codes }) => {
              setCodes(recovery_codes)
              await reread()
            }}
          >
            <p className="text-ink-soft">
              <Trans>Ten new codes will replace the old ones.</Trans>
            </p>
          </ProofForm>
        )}
        {open && opened === 'codes' && codes && <RecoveryCodes codes={codes} onDone={done} />}
      </Dialog>
    </div>
  )
}
