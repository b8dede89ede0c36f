import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { LeftOut, ModelDocument } from '#app/contract/operator/model-definitions.ts'
import { kinds } from '#app/contract/base/values.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { importModelSchema } from './definitions.functions.ts'

/** Services that publish the schema of each model by its name. */
const published: readonly string[] = ['fal', 'replicate']

type ImportSchemaProps = {
  document: ModelDocument
  /** The connected servers of the operator's own. */
  servers: readonly string[]
  onImport: (document: ModelDocument) => void
}

/** Reads options, files and limits of a model from the schema that its service publishes. The operator's own words and prices stay. */
export function ImportSchema({ document, servers, onImport }: ImportSchemaProps) {
  const { t } = useLingui()
  const heading = useId()
  const failureMessage = useFailureMessage()
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [leftOut, setLeftOut] = useState<readonly LeftOut[] | null>(null)
  const { provider: service, model, name, description } = document
  if (typeof service !== 'string' || typeof model !== 'string' || model === '') return null
  const isOwn = servers.includes(service)
  if (!isOwn && !published.includes(service)) return null
  const problem = Object.values(failure?.fields ?? {})[0]

  async function read(asked: { service: string; model: string }) {
    setBusy(true)
    setFailure(null)
    setLeftOut(null)
    const type = isOwn ? kinds.find((kind) => kind === document.type) : undefined
    const result = await settle(importModelSchema({ data: { ...asked, ...(type && { type }), ...(isOwn && { address }) } }))
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    const { document: imported, left_out } = result.data
    onImport({ ...document, ...imported, ...(isWritten(name) && { name }), ...(isWritten(description) && { description }) })
    setLeftOut(left_out)
  }

  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id={heading} className="text-xl">
        <Trans>Import the options</Trans>
      </h2>
      <p className="text-sm text-ink-soft">
        {isOwn ? (
          <Trans>
            Reads options and limits from the server’s OpenAPI document into this form. Nothing is saved, and the price stays yours.
          </Trans>
        ) : (
          <Trans>
            Reads options, files and limits from the service’s own schema into this form. Nothing is saved, and the price stays yours.
          </Trans>
        )}
      </p>
      {isOwn && (
        <TextField
          label={<Trans>Address of the document</Trans>}
          hint={t`A path on the server, or a public address. Usually /openapi.json.`}
          autoComplete="off"
          spellCheck={false}
          placeholder="/openapi.json"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      )}
      <Button variant="secondary" className="justify-self-start" busy={busy} onClick={() => void read({ service, model })}>
        <Trans>Read the schema</Trans>
      </Button>
      <div role="alert" className="text-danger empty:hidden">
        {failure && (problem?.detail ?? failureMessage(failure))}
      </div>
      <div role="status" className="grid gap-1 text-sm empty:hidden">
        {leftOut && (
          <p>
            <Trans>Imported. Check the options, set a price, save the draft and test it.</Trans>
          </p>
        )}
        {leftOut && leftOut.length > 0 && <LeftOutFields fields={leftOut} />}
      </div>
    </section>
  )
}

const isWritten = (text: unknown) => (typeof text === 'string' ? text.trim() !== '' : text !== undefined)

function LeftOutFields({ fields }: { fields: readonly LeftOut[] }) {
  const { t } = useLingui()
  const reasons = {
    name: t`a name that no option can have`,
    type: t`a list or an object`,
    file: t`a file with no free role`,
    technical: t`a setting of the connection`,
  }
  return (
    <>
      <p className="text-ink-soft">
        <Trans>Left out, so the service decides:</Trans>
      </p>
      <ul className="grid gap-1 text-ink-soft">
        {fields.map(({ field, reason }) => (
          <li key={field} className="wrap-anywhere">
            <code>{field}</code>: {reasons[reason]}
          </li>
        ))}
      </ul>
    </>
  )
}
