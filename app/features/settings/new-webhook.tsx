import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usualTokensBelow } from '#app/contract/account/webhooks.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { CopyButton } from '#app/ui/controls/copy-button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { createWebhook } from './webhooks.functions.ts'
import { webhooksQuery } from './webhooks.queries.ts'

const usual = { url: '', events: ['generation.succeeded' as const, 'generation.failed' as const], tokens_below: usualTokensBelow }

/** Asks for the address and the events, then shows the secret once. */
export function NewWebhook({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <TheSecret secret={secret} onDone={onDone} />
  return (
    <WebhookForm
      initial={usual}
      send={(data) => createWebhook({ data })}
      onSaved={(created) => {
        setSecret(created.secret)
        void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true })
      }}
    >
      <Trans>Add webhook</Trans>
    </WebhookForm>
  )
}

/** A secret that no other page shows. */
export function TheSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p role="status">
        <Trans>Copy the secret now and store it like a password. We won’t be able to show it again.</Trans>
      </p>
      <TextField
        label={t`Secret`}
        value={secret}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        className="font-mono text-sm"
      />
      <CopyButton text={secret} />
      <p className="text-sm text-ink-soft">
        <Trans>
          Your server checks with it that a call comes from here. Any library for Standard Webhooks can do that, and so can{' '}
          <code className="font-mono">openai.webhooks.unwrap</code>.
        </Trans>
      </p>
      <Button onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </div>
  )
}
