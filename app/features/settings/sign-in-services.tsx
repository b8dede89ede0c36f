import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { User } from '#app/contract/account/accounts.ts'
import { isOidcId } from '#app/contract/account/oidc-ids.ts'
import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import type { Identities } from '#app/contract/account/identities.ts'
import { IssuerMark, providerMarks, useProviderNames } from '#app/shell/account/provider-marks.tsx'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { beginIdentity, removeIdentity } from './identities.functions.ts'
import { ProofForm } from '#app/shell/form/proof-form.tsx'
import { identitiesQuery, twoFactorQuery } from './settings.queries.ts'
import { useConnectedService } from './use-connected-service.ts'

type Service = Identities['items'][number]

function useNameOf(labels: Identities['labels']) {
  const names = useProviderNames()
  return (service: SignInService) => (isOidcId(service) ? (labels[service] ?? service.slice('oidc-'.length)) : names[service])
}

function ServiceMark({ service }: { service: SignInService }) {
  if (isOidcId(service)) return <IssuerMark />
  const ProviderMark = providerMarks[service]
  return <ProviderMark />
}

/** Other sign-in services, connected or available. Renders nothing if the operator has configured none. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function SignInServices({ user }: { user: User }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(identitiesQuery)
  const nameOf = useNameOf(data.labels)
  const { data: twoFactor } = useSuspenseQuery(twoFactorQuery)
  /** Stays set while the dialogs close, so that their text does not change during the fade. */
  const [wanted, setWanted] = useState<SignInService>()
  const [connecting, setConnecting] = useState(false)
  const [chosen, setChosen] = useState<Service>()
  const [asking, setAsking] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  useConnectedService()
  if (data.items.length + data.available.length === 0) return null

  async function remove({ provider }: Service) {
    const result = await settle(removeIdentity({ data: { provider } }))
    const name = nameOf(provider)
    if (result.ok || result.error.code === 'not_found') toast({ title: t`${name} disconnected` })
    else
      toast({
        title: t`Couldn’t disconnect ${name}`,
        description: failureMessage(result.error),
        tone: 'danger',
      })
    // Runs after the dialog has closed: the row with its button disappears, and the focus must not be lost.
    await queryClient.invalidateQueries(identitiesQuery)
    group.current?.focus()
  }

  const wantedName = wanted && nameOf(wanted)
  const chosenName = chosen && nameOf(chosen.provider)
  return (
    <div
      ref={group}
      tabIndex={-1}
      role="group"
      aria-label={t`Sign-in services`}
      className="grid gap-3 rounded-control outline-offset-8 focus:outline-none"
    >
      <h3 className="text-base font-medium tracking-normal">
        <Trans>Sign-in services</Trans>
      </h3>
      {data.items.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>Connect a service to sign in with it.</Trans>
        </p>
      ) : (
        <ul className="-mt-2">
          {data.items.map((service) => (
            <ServiceRow
              key={`${service.provider} ${service.connected_at}`}
              service={service}
              name={nameOf(service.provider)}
              onDisconnect={() => {
                setChosen(service)
                setAsking(true)
              }}
            />
          ))}
        </ul>
      )}
      {data.available.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {data.available.map((provider) => {
            const name = nameOf(provider)
            return (
              <Button
                key={provider}
                variant="secondary"
                onClick={() => {
                  setWanted(provider)
                  setConnecting(true)
                }}
              >
                <ServiceMark service={provider} />
                <Trans>Connect {name}</Trans>
              </Button>
            )
          })}
        </div>
      )}
      {wanted && (
        <Dialog open={connecting} onOpenChange={setConnecting} title={<Trans>Connect {wantedName}</Trans>}>
          {connecting && (
            <ProofForm
              hasPassword={user.has_password}
              hasCode={twoFactor.enabled}
              submit={<Trans>Continue</Trans>}
              send={(proof) => beginIdentity({ data: { provider: wanted, ...proof } })}
              onSuccess={({ url }) => window.location.assign(url)}
            >
              <p className="text-ink-soft">
                <Trans>You’ll go to {wantedName} and come back here. After that, you can use it to sign in without a password.</Trans>
              </p>
            </ProofForm>
          )}
        </Dialog>
      )}
      {chosen && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={<Trans>Disconnect {chosenName}?</Trans>}
          description={<Trans>You won’t be able to sign in with {chosenName}. Your results and tokens stay.</Trans>}
          confirmLabel={<Trans>Disconnect</Trans>}
          onConfirm={() => remove(chosen)}
          destructive
        />
      )}
    </div>
  )
}

type ServiceRowProps = { service: Service; name: string; onDisconnect: () => void }

function ServiceRow({ service: { provider, email, connected_at }, name, onDisconnect }: ServiceRowProps) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <li className="flex items-center gap-3.5 border-b border-line py-3 last:border-0 [&_svg]:shrink-0">
      <ServiceMark service={provider} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{name}</span>
          {email && <span className="text-sm wrap-anywhere text-ink-soft">{email}</span>}
        </p>
        <p className="text-sm text-ink-soft">
          <Trans>
            connected <time dateTime={connected_at}>{format.date(connected_at)}</time>
          </Trans>
        </p>
      </div>
      <Button variant="secondary" size="sm" aria-label={t`Disconnect ${name}`} onClick={onDisconnect}>
        <Trans>Disconnect</Trans>
      </Button>
    </li>
  )
}
