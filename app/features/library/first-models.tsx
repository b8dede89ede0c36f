import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { KnownServer, ModelSources } from '#app/contract/operator/operator.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, ButtonLink, IconButton } from '#app/ui/controls/button.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { getModelSources } from './first-models.functions.ts'

const dismissedKey = 'first-models.dismissed'

/** Shows the owner of a server with built-in models only the ways to real ones, until a real one is there or the card is dismissed. */
export function FirstModels({ hasWorks }: { hasWorks: boolean }) {
  const hydrated = useHydrated()
  const models = useModels()
  const hasReal = models.some(({ provider, available }) => provider !== 'sketch' && available)
  return hydrated && !hasReal ? <Card hasWorks={hasWorks} /> : null
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedKey) !== null
  } catch {
    return false
  }
}

/** Folded over a library with works: these are what a person comes for. */
function Card({ hasWorks }: { hasWorks: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const [isOpen, setOpen] = useState(!hasWorks)
  const [isDismissed, setDismissed] = useState(wasDismissed)
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['model-sources'],
    queryFn: async () => unwrap(await getModelSources()),
    enabled: isOpen && !isDismissed,
    retry: false,
  })
  // Without the right to look, for example before two-factor authentication is on, there is nothing to show.
  if (isDismissed || isError) return null

  function dismiss() {
    try {
      localStorage.setItem(dismissedKey, 'yes')
    } catch {
      // With blocked storage, the card comes back with the next page.
    }
    setDismissed(true)
  }

  return (
    <section aria-labelledby="first-models" className="rounded-card border border-line px-5 py-1.5">
      <div className="flex items-center gap-1">
        <h2 id="first-models" className="min-w-0 flex-1 text-lg">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="-ml-2 flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-left transition-colors hover:bg-ink/5"
          >
            <Trans>Add real AI models</Trans>
            <ChevronDown aria-hidden className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`} strokeWidth={1.75} />
          </button>
        </h2>
        <IconButton label={t`Hide`} onClick={dismiss} className="-mr-3">
          <X aria-hidden className="size-5" strokeWidth={1.75} />
        </IconButton>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Ways data={data} isFetching={isFetching} onSearch={() => void refetch()} />}
      </div>
    </section>
  )
}

type WaysProps = { data: ModelSources | undefined; isFetching: boolean; onSearch: () => void }

function Ways({ data, isFetching, onSearch }: WaysProps) {
  return (
    <div className="grid gap-5 pt-1 pb-4">
      <p className="max-w-reading text-ink-soft">
        <Trans>The built-in models work now, without AI. There are three ways to add real ones. Only owners see this.</Trans>
      </p>
      <div className="grid gap-6 lg:grid-cols-3">
        <Way title={<Trans>Install on this machine</Trans>}>
          {data ? <LocalModels local={data.local} /> : <Skeleton className="h-24" />}
        </Way>
        <Way title={<Trans>Connect a server on this machine</Trans>}>
          {data ? <Servers servers={data.servers} /> : <Skeleton className="h-24" />}
          <Button variant="secondary" disabled={isFetching} onClick={onSearch} className="justify-self-start">
            <Trans>Search again</Trans>
          </Button>
        </Way>
        <Way title={<Trans>Use a service</Trans>}>
          <p>
            <Trans>Enter the key of a service. It’s tested, stored encrypted and works at once.</Trans>
          </p>
          <ButtonLink to="/operator/connections" variant="secondary" className="justify-self-start">
            <Trans>Enter a key</Trans>
          </ButtonLink>
        </Way>
      </div>
    </div>
  )
}

function Way({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-3 text-sm">
      <h3 className="text-base font-medium">{title}</h3>
      {children}
    </section>
  )
}

function LocalModels({ local }: Pick<ModelSources, 'local'>) {
  const { t } = useLingui()
  const { bytes } = useFormat()
  const kinds: Record<ModelSources['local'][number]['kind'], string> = {
    text: t`Text`,
    embedding: t`Vectors of texts`,
    transcription: t`Speech to text`,
    speech: t`Speech`,
    image: t`Images`,
    image_edit: t`Image tools`,
  }
  // The page of local models has each one's size; here, a line for each would push the library out of the window.
  const smallest = new Map<(typeof local)[number]['kind'], number>()
  for (const { kind, bytes: size, fits } of local) if (fits) smallest.set(kind, Math.min(size, smallest.get(kind) ?? Infinity))
  if (smallest.size === 0) {
    return (
      <p>
        <Trans>This machine has too little memory for the models in the list.</Trans>
      </p>
    )
  }
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4 gap-y-1">
        {[...smallest].map(([kind, size]) => (
          <li key={kind}>
            {kinds[kind]}{' '}
            <span className="text-ink-soft">
              <Trans>from {bytes(size)}</Trans>
            </span>
          </li>
        ))}
      </ul>
      <ButtonLink to="/operator/local-models" variant="secondary" className="justify-self-start">
        <Trans>Choose a model</Trans>
      </ButtonLink>
    </>
  )
}

const names: Record<KnownServer, string> = { ollama: 'Ollama', lm_studio: 'LM Studio', comfyui: 'ComfyUI', a1111: 'Stable Diffusion WebUI' }
function Servers({ servers }: Pick<ModelSources, 'servers'>) {
  if (servers.length === 0) {
    return (
      <p>
        <Trans>No server was found. Start Ollama, LM Studio, ComfyUI or Stable Diffusion WebUI, then search again.</Trans>
      </p>
    )
  }
  return (
    <ul className="grid gap-3">
      {servers.map(({ kind, url, connected }) => (
        <li key={kind} className="grid gap-2">
          <p>
            {connected ? (
              <Trans>{names[kind]} is connected, but offers no model yet.</Trans>
            ) : (
              <Trans>
                {names[kind]} was found at {url}. Add it as a server, then test it there.
              </Trans>
            )}
          </p>
          <ButtonLink to="/operator/connections" {...(!connected && { hash: kind })} variant="secondary" className="justify-self-start">
            {connected ? <Trans>Open connections</Trans> : <Trans>Add {names[kind]}</Trans>}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
