import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, OctagonX, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ApiKey } from '#app/contract/account/api-keys.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { KeyLines } from '#app/shell/account/credential-lines.tsx'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, Sheet } from '#app/ui/dialog.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { endProgramAccess, revokeApiKey } from './api-keys.functions.ts'
import { KeyBudgetLines } from './key-budget.tsx'
import { apiKeysQuery } from './settings.queries.ts'

const ChangeKey = lazyPart(async () => (await import('./change-key.tsx')).ChangeKey)
const NewApiKey = lazyPart(async () => (await import('./new-api-key.tsx')).NewApiKey)

/** The person's API keys, with their use. */
export function ApiKeys() {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(apiKeysQuery)
  const [making, setMaking] = useState(false)
  /** Stays set while the dialog closes, so that its text does not change during the fade. */
  const [chosen, setChosen] = useState<ApiKey>()
  const [asking, setAsking] = useState<'revoke' | 'change'>()
  const list = useRef<HTMLDivElement>(null)

  async function revoke({ id }: ApiKey) {
    const result = await settle(revokeApiKey({ data: { id } }))
    // A key that is already revoked counts as success.
    if (result.ok || result.error.code === 'not_found') toast({ title: t`API key revoked` })
    else
      toast({
        title: t`Couldn’t revoke the API key`,
        description: failureMessage(result.error),
        tone: 'danger',
      })
    void reread()
  }

  /** Runs after the dialog has closed: the row with its button disappears, and the focus must not be lost. */
  async function reread() {
    await queryClient.invalidateQueries(apiKeysQuery)
    list.current?.focus()
  }

  return (
    <>
      <div ref={list} tabIndex={-1} role="group" aria-label={t`API keys`} className="rounded-control outline-offset-8 focus:outline-none">
        {data.items.length === 0 ? (
          <p className="text-ink-soft">
            <Trans>No API keys yet. With a key, apps and tools made for the OpenAI API can use this server on your behalf.</Trans>
          </p>
        ) : (
          <ul className="-mt-3">
            {data.items.map((key) => (
              <KeyRow
                key={key.id}
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
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setMaking(true)}>
          <Plus aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>New API key</Trans>
        </Button>
        {data.items.length > 0 && <RevokeAll onRevoked={() => void reread()} />}
      </div>
      <Sheet open={making} onOpenChange={setMaking} title={<Trans>New API key</Trans>}>
        {making && <NewApiKey onDone={() => setMaking(false)} />}
      </Sheet>
      <Sheet open={asking === 'change'} onOpenChange={() => setAsking(undefined)} title={<Trans>Change API key</Trans>}>
        {chosen && (
          <ChangeKey
            key={chosen.id}
            apiKey={chosen}
            onSaved={() => {
              setAsking(undefined)
              toast({ title: t`API key saved` })
              void queryClient.invalidateQueries(apiKeysQuery)
            }}
          />
        )}
      </Sheet>
      {chosen && (
        <ConfirmDialog
          open={asking === 'revoke'}
          onOpenChange={(open) => setAsking(open ? 'revoke' : undefined)}
          title={<Trans>Revoke “{chosen.name}”?</Trans>}
          description={<Trans>Apps that use this key will stop working right away. You can’t undo this. Running jobs continue.</Trans>}
          confirmLabel={<Trans>Revoke key</Trans>}
          onConfirm={() => revoke(chosen)}
          destructive
        />
      )}
    </>
  )
}

/** Ends all keys with one confirmed press, for a key that has leaked or an agent that spends too much. */
function RevokeAll({ onRevoked }: { onRevoked: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const [asking, setAsking] = useState(false)
  async function revokeAll() {
    const result = await settle(endProgramAccess())
    if (result.ok) toast({ title: t`All API keys revoked` })
    else toast({ title: t`Couldn’t revoke the API keys`, description: failureMessage(result.error), tone: 'danger' })
    onRevoked()
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <OctagonX aria-hidden className="size-5 text-danger" strokeWidth={1.75} />
        <Trans>Revoke all keys</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={<Trans>Revoke all API keys?</Trans>}
        description={
          <Trans>
            Every app and agent that uses one of your keys will stop working right away. You can’t undo this. Running jobs continue.
          </Trans>
        }
        confirmLabel={<Trans>Revoke all keys</Trans>}
        onConfirm={revokeAll}
        destructive
      />
    </>
  )
}

function KeyRow({ apiKey, onAct }: { apiKey: ApiKey; onAct: (act: 'revoke' | 'change') => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const { name, month } = apiKey
  return (
    <li className="flex items-start gap-3.5 border-b border-line py-3 last:border-0">
      <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <KeyLines apiKey={apiKey} />
        {month.runs > 0 && (
          <p className="text-sm text-ink-soft">
            <Trans>
              This month: <Plural value={month.runs} one="# run" other="# runs" />, {format.tokens(month.tokens)}
            </Trans>
          </p>
        )}
        <KeyBudgetLines apiKey={apiKey} />
      </div>
      <div className="flex shrink-0 flex-col gap-2 sm:flex-row">
        <Button variant="secondary" size="sm" aria-label={t`Change API key: ${name}`} onClick={() => onAct('change')}>
          <Trans>Change</Trans>
        </Button>
        <Button variant="secondary" size="sm" aria-label={t`Revoke API key: ${name}`} onClick={() => onAct('revoke')}>
          <Trans>Revoke</Trans>
        </Button>
      </div>
    </li>
  )
}
