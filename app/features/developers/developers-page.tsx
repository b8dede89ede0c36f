import { Trans, useLingui } from '@lingui/react/macro'
import { readSiteUrl } from '#app/shell/document/site.ts'
import { CodeSamples } from '#app/ui/text/code-samples.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import * as config from '#config'
import { documentPaths, placeholderKey } from './document.ts'

const Reference = lazyPart(async () => (await import('./reference.tsx')).Reference)

/** How to call the API, and the reference of all calls, drawn from the API’s document. */
export function DevelopersPage() {
  const { t } = useLingui()
  const origin = readSiteUrl()
  const bases = [
    { name: config.name, url: `${origin}${config.api.basePath}`, document: documentPaths.programs },
    { name: t`OpenAI-compatible`, url: `${origin}/openai/v1`, document: '/openai/v1/openapi.json' },
    { name: t`Anthropic-compatible`, url: `${origin}/anthropic`, document: '/anthropic/v1/openapi.json' },
  ]
  const first = {
    method: 'POST',
    url: `${origin}${config.api.basePath}/v1/generations`,
    key: placeholderKey,
    body: { model: 'sketch-image', prompt: 'sunset over a mountain lake' },
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 py-4 sm:py-8">
      <header className="grid gap-4">
        <h1 className="text-3xl sm:text-4xl">
          <Trans>API for developers</Trans>
        </h1>
        <p className="max-w-reading text-lg text-ink-soft">
          <Trans>Everything that the pages do, your programs can do. Create a key in the settings and send your first request.</Trans>
        </p>
        <p className="max-w-reading text-ink-soft">
          <Trans>
            Within v1, calls and fields are only added. What will be removed is announced in its answers for at least six months. The
            reference is in English.
          </Trans>
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-2">
        <dl className="grid content-start gap-4">
          {bases.map(({ name, url, document }) => (
            <div key={url} className="grid gap-0.5">
              <dt className="font-medium">{name}</dt>
              <dd className="font-mono text-sm break-all">{url}</dd>
              <dd>
                <a href={document} className="link inline-flex min-h-8 items-center text-sm pointer-coarse:min-h-11">
                  <Trans>OpenAPI document</Trans>
                </a>
              </dd>
            </div>
          ))}
        </dl>
        <CodeSamples call={first} />
      </div>
      <Reference origin={origin} />
    </div>
  )
}
