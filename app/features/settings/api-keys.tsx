import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
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
import { revokeApiKey } from './api-keys.functions.ts'
import { apiKeysQuery } from './settings.queries.ts'

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
  const [asking, setAsking] = useState(false)
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
                onRevoke={() => {
                  setChosen(key)
                  setAsking(true)
                }}
              />
            ))}
          </ul>
        )}
      </div>
      <div>
        <Button variant="secondary" onClick={() => setMaking(true)}>
          <Plus aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>New API key</Trans>
        </Button>
      </div>
      <Sheet open={making} onOpenChange={setMaking} title={<Trans>New API key</Trans>}>
        {making && <NewApiKey onDone={() => setMaking(false)} />}
      </Sheet>
      {chosen && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
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

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
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
      </div>
      <Button variant="secondary" size="sm" aria-label={t`Revoke API key: ${name}`} onClick={onRevoke}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  )
}
