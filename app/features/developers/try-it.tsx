import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '#app/ui/controls/button.tsx'
import { Code } from '#app/ui/text/code-samples.tsx'
import { TextArea, TextField } from '#app/ui/controls/field.tsx'
import { indentJson } from '#app/ui/text/indent-json.ts'
import * as config from '#config'
import type { Operation, Parameter } from './document.ts'

type Answer = { status: number; id: string | null; text: string }

/** The longest part of an answer that is shown, in characters. */
const mostShown = 20_000

/** Fills the parameters into the path and the query. */
export function addressOf(path: string, parameters: readonly Parameter[], values: Readonly<Record<string, string>>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) => (place === 'query' && values[name] ? [[name, values[name]]] : [])),
  ).toString()
  return `${config.api.basePath}${filled}${query && `?${query}`}`
}

/** Makes the call with the reader’s key, for real. */
export function TryIt({ operation, apiKey, example }: { operation: Operation; apiKey: string; example: unknown }) {
  const { t } = useLingui()
  const { method, path, parameters, security } = operation
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState(example === undefined ? '' : JSON.stringify(example, null, 2))
  const [answer, setAnswer] = useState<Answer>()
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailed(false)
    try {
      const response = await fetch(addressOf(path, parameters, values), {
        method,
        credentials: 'omit',
        headers: {
          ...(apiKey && { authorization: `Bearer ${apiKey}` }),
          ...(example !== undefined && { 'content-type': 'application/json' }),
          ...Object.fromEntries(
            parameters.flatMap(({ name, in: place }) => (place === 'header' && values[name] ? [[name, values[name]]] : [])),
          ),
        },
        body: example === undefined ? null : body,
      })
      const text = indentJson(await response.text())
      setAnswer({ status: response.status, id: response.headers.get('x-request-id'), text: text.slice(0, mostShown) })
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }

  return (
    <form onSubmit={(event) => void send(event)} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {parameters.map(({ name, in: place, required }) => (
        <TextField
          key={`${place} ${name}`}
          label={<code className="font-mono text-sm">{name}</code>}
          required={required}
          value={values[name] ?? ''}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          className="font-mono"
        />
      ))}
      {example !== undefined && (
        <TextArea
          label={t`Body`}
          value={body}
          rows={Math.min(12, body.split('\n').length + 1)}
          spellCheck={false}
          onChange={(event) => setBody(event.target.value)}
          className="font-mono text-sm"
        />
      )}
      {security.length > 0 && !apiKey && (
        <p className="text-sm text-ink-soft">
          <Trans>This call needs your API key. Enter it at the top of the list.</Trans>
        </p>
      )}
      <Button type="submit" busy={busy} className="justify-self-start">
        <Trans>Send request</Trans>
      </Button>
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {failed && (
          <p className="text-danger">
            <Trans>Couldn’t send the request. Check your connection and what you entered.</Trans>
          </p>
        )}
        {answer && !failed && (
          <>
            <p>
              <Trans>Status {answer.status}</Trans>
              {answer.id && <span className="ml-3 font-mono text-sm break-all text-ink-soft">{answer.id}</span>}
            </p>
            {answer.text && <Code text={answer.text} label={`${t`Response`}: ${method} ${path}`} />}
          </>
        )}
      </div>
    </form>
  )
}
