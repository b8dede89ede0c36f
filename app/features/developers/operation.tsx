import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CodeSamples } from '#app/ui/text/code-samples.tsx'
import * as config from '#config'
import { type Document, type Operation, placeholderKey, typeOf } from './document.ts'
import { Fields, Line } from './fields.tsx'
import { Text } from './text.tsx'
import { TryIt } from './try-it.tsx'

export type OperationProps = { operation: Operation; document: Document; origin: string; apiKey: string }

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
    <h4 className="text-base font-semibold">{title}</h4>
    {children}
  </section>
)

/** Everything about a call: what it takes, what it answers, samples, and a way to try it. */
export function OperationDetails({ operation, document, origin, apiKey }: OperationProps) {
  const { t } = useLingui()
  const { method, path, parameters, requestBody, responses, security, description } = operation
  const json = requestBody?.content?.['application/json']
  const form = requestBody?.content?.['multipart/form-data']
  const success = Object.entries(responses).find(([status]) => status < '300')
  const answered = Object.values(success?.[1].content ?? {})[0]
  const isStream = success?.[1].content?.['text/event-stream'] !== undefined
  const key = security.length > 0 ? apiKey || placeholderKey : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 pt-3 pb-8 lg:grid-cols-2">
      <div className="grid content-start grid-cols-[minmax(0,1fr)] gap-6">
        <div className="grid gap-2">
          <Text text={description} />
        </div>
        {parameters.length > 0 && (
          <Part title={<Trans>Parameters</Trans>}>
            <ul className="grid gap-2.5">
              {parameters.map((one) => (
                <li key={`${one.in} ${one.name}`}>
                  <Line name={one.name} part={one.schema} required={one.required} text={one.description} />
                </li>
              ))}
            </ul>
          </Part>
        )}
        {(json ?? form) && (
          <Part title={json ? <Trans>Body</Trans> : <Trans>Form</Trans>}>
            <Fields schema={json?.schema ?? form?.schema ?? {}} document={document} />
          </Part>
        )}
        <Part title={<Trans>Answer</Trans>}>
          <p className="font-mono text-sm">
            {success
              ? `${success[0]}${answered ? ` · ${isStream ? 'text/event-stream' : typeOf(answered.schema)}` : ''}`
              : Object.keys(responses)[0]}
          </p>
          {answered && <Fields schema={answered.schema} document={document} />}
          <details>
            <summary className="min-h-8 cursor-pointer py-1 text-sm text-ink-soft pointer-coarse:min-h-11">
              <Trans>Errors</Trans>
            </summary>
            <ul className="grid gap-1.5 pt-1 text-sm">
              {Object.entries(responses)
                .filter(([status]) => status >= '400')
                .map(([status, { $ref = '' }]) => (
                  <li key={status} className="flex gap-3">
                    <span className="font-mono">{status}</span>
                    <div className="grid gap-0.5">
                      {(document.components.responses[$ref.split('/').at(-1) ?? '']?.description ?? '').split('; ').map((reason) => (
                        <Text key={reason} text={reason} />
                      ))}
                    </div>
                  </li>
                ))}
            </ul>
          </details>
        </Part>
      </div>
      <div className="grid content-start grid-cols-[minmax(0,1fr)] gap-6">
        <CodeSamples
          name={`${method} ${path}`}
          call={{ method, url: `${origin}${config.api.basePath}${path}`, key, body: json?.example }}
        />
        {!form && !isStream && (
          <details>
            <summary className="min-h-11 cursor-pointer py-2 font-medium">{t`Try it`}</summary>
            <div className="pt-2">
              <TryIt operation={operation} apiKey={apiKey} example={json?.example} />
            </div>
          </details>
        )}
      </div>
    </div>
  )
}
