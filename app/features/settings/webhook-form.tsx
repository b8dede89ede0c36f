import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import { webhookAddressSchema } from '#app/contract/account/webhook-address.ts'
import { type Webhook, type WebhookEvent, webhookEvents } from '#app/contract/account/webhooks.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { Checkbox } from '#app/ui/controls/field.tsx'
import { useWebhookNames } from './use-webhook-names.ts'

const belowSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'invalid'))
const schema = v.object({ url: webhookAddressSchema, tokens_below: belowSchema })

export type WebhookInput = Pick<Webhook, 'url' | 'events' | 'tokens_below'>

type WebhookFormProps<Result> = {
  initial: WebhookInput
  send: (input: WebhookInput) => Promise<ApiResult<Result>>
  onSaved: (result: Result) => void
  /** Called by a button that leaves the form; without it there is none. */
  onCancel?: () => void
  /** The label of the button. */
  children: ReactNode
}

/** The address of an endpoint and its events. */
export function WebhookForm<Result>({ initial, send, onSaved, onCancel, children }: WebhookFormProps<Result>) {
  const { t } = useLingui()
  const names = useWebhookNames().events
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(new Set(initial.events))
  const form = useApiForm({
    schema,
    initial: { url: initial.url, tokens_below: String(initial.tokens_below) },
    send: ({ url, tokens_below: below }) =>
      send({ url, tokens_below: Number(below), events: webhookEvents.filter((event) => events.has(event)) }),
    onSuccess: onSaved,
  })

  function toggle(event: WebhookEvent, on: boolean) {
    const next = new Set(events)
    if (on) next.add(event)
    else next.delete(event)
    setEvents(next)
  }

  return (
    <Form form={form} className="grid gap-5">
      <TextField
        name="url"
        type="url"
        inputMode="url"
        label={t`Address`}
        hint={t`A public address of your server that begins with https://.`}
        maxLength={2_000}
        autoComplete="off"
        spellCheck={false}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">
          <Trans>Call it when</Trans>
        </legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            name={event}
            label={names[event]}
            checked={events.has(event)}
            onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
          />
        ))}
      </fieldset>
      <div hidden={!events.has('tokens.low')}>
        <TextField
          name="tokens_below"
          inputMode="numeric"
          label={t`Low means fewer tokens than`}
          hint={t`We’ll notify you once, and again after tokens are added.`}
          maxLength={9}
          autoComplete="off"
        />
      </div>
      <div className="grid gap-2">
        <Submit disabled={events.size === 0}>{children}</Submit>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
    </Form>
  )
}
