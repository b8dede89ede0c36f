import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plug } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { ApiKey } from '#app/contract/account/api-keys.ts'
import { KeyLines } from '#app/shell/account/credential-lines.tsx'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { revokeApiKey } from './api-keys.functions.ts'
import { KeyBudgetLines } from './key-budget.tsx'
import { apiKeysQuery } from './settings.queries.ts'

const ChangeKey = lazyPart(async () => (await import('./change-key.tsx')).ChangeKey)

type KeyRowsProps = {
  /** Keys that somebody has created, or access that has been given to apps. */
  of: 'keys' | 'apps'
  items: readonly ApiKey[]
  empty: ReactNode
}

/** The rows of keys or connected apps, with what can be done to each. */
export function KeyRows({ of, items, empty }: KeyRowsProps) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  /** Stays set while the dialog closes, so that its text does not change during the fade. */
  const [chosen, setChosen] = useState<ApiKey>()
  const [asking, setAsking] = useState<'revoke' | 'change'>()
  const list = useRef<HTMLDivElement>(null)
  const isApps = of === 'apps'

  async function revoke({ id }: ApiKey) {
    const result = await settle(revokeApiKey({ data: { id } }))
    // One that is already revoked counts as success.
    if (result.ok || result.error.code === 'not_found') toast({ title: isApps ? t`App disconnected` : t`API key revoked` })
    else
      toast({
        title: isApps ? t`Couldn’t disconnect the app` : t`Couldn’t revoke the API key`,
        description: failureMessage(result.error),
        tone: 'danger',
      })
    // Runs after the dialog has closed: the row with its button disappears, and the focus must not be lost.
    await queryClient.invalidateQueries(apiKeysQuery)
    list.current?.focus()
  }

  return (
    <>
      <div
        ref={list}
        tabIndex={-1}
        role="group"
        aria-label={isApps ? t`Connected apps` : t`API keys`}
        className="rounded-control outline-offset-8 focus:outline-none"
      >
        {items.length === 0 ? (
          <p className="text-ink-soft">{empty}</p>
        ) : (
          <ul className="-mt-3">
            {items.map((key) => (
              <KeyRow
                key={key.id}
                of={of}
                apiKey={key}
                onAct={(act) => {
                  setChosen(key)
                  setAsking(act)
                }}
              />
            ))}
          </ul>
        )}
      </div>
      <Dialog
        open={asking === 'change'}
        onOpenChange={() => setAsking(undefined)}
        title={isApps ? <Trans>Change access</Trans> : <Trans>Change API key</Trans>}
      >
        {chosen && (
          <ChangeKey
            key={chosen.id}
            apiKey={chosen}
            onSaved={() => {
              setAsking(undefined)
              toast({ title: isApps ? t`Access saved` : t`API key saved` })
              void queryClient.invalidateQueries(apiKeysQuery)
            }}
          />
        )}
      </Dialog>
      {chosen && (
        <ConfirmDialog
          open={asking === 'revoke'}
          onOpenChange={(open) => setAsking(open ? 'revoke' : undefined)}
          title={isApps ? <Trans>Disconnect “{chosen.name}”?</Trans> : <Trans>Revoke “{chosen.name}”?</Trans>}
          description={
            isApps ? (
              <Trans>It loses access right away. To use it again, connect it again. Running jobs continue.</Trans>
            ) : (
              <Trans>Apps that use this key will stop working right away. You can’t undo this. Running jobs continue.</Trans>
            )
          }
          confirmLabel={isApps ? <Trans>Disconnect</Trans> : <Trans>Revoke key</Trans>}
          onConfirm={() => revoke(chosen)}
          destructive
        />
      )}
    </>
  )
}

type KeyRowProps = { of: KeyRowsProps['of']; apiKey: ApiKey; onAct: (act: 'revoke' | 'change') => void }

function KeyRow({ of, apiKey, onAct }: KeyRowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { name, month } = apiKey
  const isApp = of === 'apps'
  const Icon = isApp ? Plug : KeyRound
  return (
    <li className="flex items-start gap-3.5 border-b border-line py-3 last:border-0">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <KeyLines apiKey={apiKey} />
        {month.runs > 0 && (
          <p className="text-sm text-ink-soft">
            <Trans>
              This month: <Plural value={month.runs} one="# result" other="# results" />, {format.tokens(month.tokens)}
            </Trans>
          </p>
        )}
        <KeyBudgetLines apiKey={apiKey} />
      </div>
      <div className="flex shrink-0 flex-col gap-2 sm:flex-row">
        <Button
          variant="secondary"
          size="sm"
          aria-label={isApp ? t`Change access: ${name}` : t`Change API key: ${name}`}
          onClick={() => onAct('change')}
        >
          <Trans>Change</Trans>
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-label={isApp ? t`Disconnect app: ${name}` : t`Revoke API key: ${name}`}
          onClick={() => onAct('revoke')}
        >
          {isApp ? <Trans>Disconnect</Trans> : <Trans>Revoke</Trans>}
        </Button>
      </div>
    </li>
  )
}
