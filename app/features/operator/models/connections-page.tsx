import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { OperatorConnection, OperatorModel } from '#app/contract/operator/connections.ts'
import type { KnownServer } from '#app/contract/operator/operator.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { CataloguePart } from './catalogue-part.tsx'
import { ConnectionDialog, type FoundServer } from './connection-dialog.tsx'
import { ConnectionRow } from './connection-row.tsx'
import { connectionsQuery, operatorModelsQuery } from './connections.queries.ts'
import { ModelList } from './model-list.tsx'
import { Part } from '../people/person-part.tsx'

const TestRun = lazyPart(async () => (await import('./test-run.tsx')).TestRun)

/** The kinds of models by the time and the money that a test takes. */
const testOrder = ['text', 'audio', 'image', 'video'] as const

/** Returns the model of a connection whose test is the quickest. */
function testedModel(models: readonly OperatorModel[], connection: string): string | undefined {
  const usable = models.filter(
    ({ service, task, enabled, unavailable_reason }) => service.id === connection && task !== 'embed' && enabled && !unavailable_reason,
  )
  return usable.toSorted((one, other) => testOrder.indexOf(one.type) - testOrder.indexOf(other.type))[0]?.id
}

/** Servers that the card for owners has found on this machine, by the hash of its link. */
const found: Partial<Record<string, FoundServer>> = {
  ollama: { id: 'ollama', url: 'http://127.0.0.1:11434' },
  lm_studio: { id: 'studio', url: 'http://127.0.0.1:1234/v1' },
  comfyui: { id: 'comfyui', url: 'http://127.0.0.1:8188' },
  a1111: { id: 'a1111', url: 'http://127.0.0.1:7860' },
} satisfies Record<KnownServer, FoundServer>

/** Keys of services, the operator's own servers, and the models of both with their prices. */
export function ConnectionsPage() {
  const connections = useQuery(connectionsQuery)
  const models = useQuery(operatorModelsQuery)
  const error = connections.error ?? models.error
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Models and connections</Trans>
        </h1>
        <p className="text-ink-soft">
          <Trans>Changes apply at once. Runs already submitted keep their price.</Trans>
        </p>
      </div>
      {connections.data && models.data ? (
        <>
          <Connections items={connections.data.items} models={models.data.items} />
          <CataloguePart />
          <ModelList {...models.data} />
        </>
      ) : error ? (
        <LoadError error={error} />
      ) : (
        Array.from({ length: 6 }, (_, index) => <Skeleton key={index} className="h-16" />)
      )}
    </div>
  )
}

function Connections({ items, models }: { items: readonly OperatorConnection[]; models: readonly OperatorModel[] }) {
  const [testing, setTesting] = useState<string | null>(null)
  const navigate = useNavigate()
  const server = found[useLocation({ select: ({ hash }) => hash })]
  const [adding, setAdding] = useState<OperatorConnection | 'server' | null>(() =>
    server ? (items.find(({ id }) => id === server.id) ?? 'server') : null,
  )
  // A server at its usual address may not be there at all.
  const isAbsent = ({ source, usual_address: isUsual, models: count }: OperatorConnection) => source === 'none' || (isUsual && count === 0)
  const connected = items.filter((one) => !isAbsent(one))
  const others = items.filter((one) => isAbsent(one) && one.kind !== 'server')
  return (
    <>
      <Part id="connected" title={<Trans>Connected</Trans>}>
        {connected.length === 0 ? (
          <p className="text-ink-soft">
            <Trans>Only the built-in models so far. Add the key of a service below, or a server of your own.</Trans>
          </p>
        ) : (
          <ul>
            {connected.map((connection) => {
              const tested = testedModel(models, connection.id)
              return (
                <ConnectionRow
                  key={connection.id}
                  connection={connection}
                  onEdit={() => setAdding(connection)}
                  onTestRun={tested === undefined ? undefined : () => setTesting(tested)}
                />
              )
            })}
          </ul>
        )}
        <Button variant="secondary" className="justify-self-start" onClick={() => setAdding('server')}>
          <Trans>Add a server</Trans>
        </Button>
      </Part>
      {others.length > 0 && (
        <Part id="services" title={<Trans>Services</Trans>}>
          <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
            {others.map((service) => (
              <Service key={service.id} service={service} onAdd={() => setAdding(service)} />
            ))}
          </ul>
        </Part>
      )}
      {testing && <TestRun model={testing} onClose={() => setTesting(null)} />}
      {adding && (
        <ConnectionDialog
          connection={adding === 'server' ? null : adding}
          taken={items.map(({ id }) => id)}
          found={server}
          onClose={() => {
            setAdding(null)
            if (server) void navigate({ to: '.', hash: '', replace: true })
          }}
        />
      )}
    </>
  )
}

function Service({ service, onAdd }: { service: OperatorConnection; onAdd: () => void }) {
  const { t } = useLingui()
  const { name, models, kind } = service
  return (
    <li className="flex items-center justify-between gap-3 rounded-control border border-line px-4 py-2.5">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        {models > 0 && (
          <p className="text-sm text-ink-soft">
            <Plural value={models} one="# model" other="# models" />
          </p>
        )}
      </div>
      {kind === 'service' ? (
        <Button variant="secondary" size="sm" aria-label={t`Add key: ${name}`} onClick={onAdd}>
          <Trans>Add key</Trans>
        </Button>
      ) : (
        <Button variant="secondary" size="sm" aria-label={t`Connect ${name}`} onClick={onAdd}>
          <Trans>Connect</Trans>
        </Button>
      )}
    </li>
  )
}
