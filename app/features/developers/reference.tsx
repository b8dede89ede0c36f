import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { SearchField } from '#app/ui/controls/search-field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { type Document, documentQuery, type Group, groupsOf, hasOperation, type Operation, type Scope } from './document.ts'
import { OperationDetails, type OperationProps } from './operation.tsx'

/** All calls, searchable; each opens in its place and has an address. */
export function Reference({ origin }: { origin: string }) {
  const { t } = useLingui()
  const [scope, setScope] = useState<Scope>('programs')
  const { data: document, isError, refetch } = useQuery(documentQuery(scope))
  const [q, setQ] = useState('')
  const [apiKey, setApiKey] = useState('')
  const [open, setOpen] = useOpened()
  useScopeOfAddress(document, () => setScope('all'))
  if (isError)
    return (
      <div className="grid justify-items-start gap-3">
        <p>
          <Trans>Couldn’t load the reference.</Trans>
        </p>
        <Button variant="secondary" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  const groups = document ? groupsOf(document, q) : []
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t`Your API key`}
          hint={t`For samples and for trying calls. It stays in this tab and is not saved.`}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={apiKey}
          onChange={(event) => setApiKey(event.target.value.trim())}
        />
        <div className="grid content-start gap-1.5">
          <span className="font-medium">
            <Trans>Find a call</Trans>
          </span>
          <SearchField q={q} onSearch={setQ} label={t`Find a call`} placeholder={t`For example, upload`} className="[&>input]:min-h-11" />
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p role="status" className="text-sm text-ink-soft">
              {document && <Plural value={count} one="# call" other="# calls" />}
            </p>
            <Segmented
              label={t`Which calls to list`}
              hideLabel
              size="sm"
              value={scope}
              onValueChange={setScope}
              items={[
                { value: 'programs', label: t`For API keys` },
                { value: 'all', label: t`All, with administration` },
              ]}
            />
          </div>
        </div>
      </div>
      {document && count === 0 && (
        <p className="text-ink-soft">
          <Trans>No results. Try part of an address, such as “webhooks”, or search all calls.</Trans>
        </p>
      )}
      {document ? (
        groups.map((group) => <Calls key={group.name} group={group} {...{ document, origin, apiKey, open, setOpen }} />)
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  )
}

/** The calls that are open. The one of the address is opened at the start and scrolled to. */
function useOpened() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const show = () => {
      const id = decodeURIComponent(location.hash.slice(1))
      if (id) setOpen((before) => new Set([...before, id]))
    }
    show()
    window.addEventListener('hashchange', show)
    return () => window.removeEventListener('hashchange', show)
  }, [])
  return [open, setOpen] as const
}

/** Asks for all calls if the address names one that is not listed. */
function useScopeOfAddress(document: Document | undefined, widen: () => void) {
  const isKnown = useRef(false)
  useEffect(() => {
    if (!document || isKnown.current) return
    // The reader may narrow the list afterwards.
    isKnown.current = true
    const id = decodeURIComponent(location.hash.slice(1))
    if (id && !hasOperation(document, id)) widen()
  }, [document, widen])
}

type CallsProps = Omit<OperationProps, 'operation'> & {
  group: Group
  open: ReadonlySet<string>
  setOpen: (open: ReadonlySet<string>) => void
}

function Calls({ group: { name, description, operations }, open, setOpen, ...common }: CallsProps) {
  function toggle(id: string) {
    const next = new Set(open)
    if (!next.delete(id)) {
      next.add(id)
      history.replaceState(history.state, '', `#${id}`)
    }
    setOpen(next)
  }
  return (
    <section aria-label={name} lang="en" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-2xl">{name}</h2>
      <p className="text-ink-soft">{description}</p>
      <ul className="border-t border-line">
        {operations.map((operation) => (
          <Call
            key={operation.operationId}
            operation={operation}
            isOpen={open.has(operation.operationId)}
            onToggle={() => toggle(operation.operationId)}
            {...common}
          />
        ))}
      </ul>
    </section>
  )
}

type CallProps = OperationProps & { operation: Operation; isOpen: boolean; onToggle: () => void }

function Call({ operation, isOpen, onToggle, ...common }: CallProps) {
  const { operationId, method, path, summary } = operation
  /** Follows the address once, when the list has arrived. */
  function scrollTo(row: HTMLLIElement | null) {
    if (row && location.hash === `#${operationId}` && row.dataset['shown'] === undefined) {
      row.dataset['shown'] = ''
      row.scrollIntoView({ block: 'start' })
    }
  }
  return (
    <li id={operationId} ref={scrollTo} className="scroll-mt-20 border-b border-line">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-12 w-full flex-wrap items-baseline gap-x-4 gap-y-0.5 rounded-control py-2.5 text-left hover:bg-ink/4"
        >
          <span className="w-14 shrink-0 font-mono text-sm font-semibold">{method}</span>
          <span className="min-w-0 font-mono text-sm font-normal break-all">{path}</span>
          <span className="min-w-0 flex-1 basis-64 font-normal text-ink-soft">{summary}</span>
        </button>
      </h3>
      {isOpen && <OperationDetails operation={operation} {...common} />}
    </li>
  )
}
