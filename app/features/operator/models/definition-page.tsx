import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { PriceRule } from '#app/contract/runs/models.ts'
import type { OperatorConnection } from '#app/contract/operator/connections.ts'
import type { CheckedDefinition, ModelDefinition, ModelDocument } from '#app/contract/operator/model-definitions.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { TextArea, TextField } from '#app/ui/controls/field.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { changeModel } from './connections.functions.ts'
import { connectionsQuery } from './connections.queries.ts'
import { EditingProvider } from './definition-fields.tsx'
import { DefinitionForm } from './definition-form.tsx'
import { DefinitionVersions } from './definition-versions.tsx'
import {
  checkDefinition,
  discardModelDraft,
  getDefinition,
  publishModelDraft,
  removeDefinition,
  saveModelDraft,
} from './definitions.functions.ts'
import { isEntry } from './document-path.ts'
import { ImportSchema } from './import-schema.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { useProof } from '../base/prove-in-dialog.tsx'

const DraftTest = lazyPart(async () => (await import('./draft-test.tsx')).DraftTest)
const ModelPreview = lazyPart(async () => (await import('./draft-test.tsx')).ModelPreview)

const blankDocument: ModelDocument = { provider: '', model: '', type: 'image', name: '', options: {}, inputs: [] }

const blankDefinition = (model: string, provider: string): ModelDefinition => ({
  model,
  revision: 0,
  name: null,
  source: 'none',
  scope: 'everything',
  document: { ...blankDocument, provider, model: model.slice(model.indexOf('/') + 1) },
  default_document: null,
  draft: null,
  version: null,
  removed: false,
  own_price: null,
})

/** The definition of one model, or of a new one. */
export function DefinitionPage({ id, isNew }: { id: string | undefined; isNew: boolean }) {
  const connections = useQuery(connectionsQuery)
  const services = (connections.data?.items ?? []).filter(({ source, kind }) => source !== 'none' && kind !== 'image_server')
  const definition = useQuery({
    queryKey: [...operatorKey, 'definition', id],
    queryFn: async () => unwrap(await getDefinition({ data: { model: id ?? '' } })),
    enabled: id !== undefined && !isNew,
  })
  const opened = isNew && id !== undefined ? blankDefinition(id, id.slice(0, id.indexOf('/'))) : definition.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <ButtonLink to="/operator/connections" variant="secondary" size="sm" className="justify-self-start">
        <Trans>All models</Trans>
      </ButtonLink>
      {id === undefined ? (
        <NewModel services={connections.data && services} error={connections.error} />
      ) : opened ? (
        <Editor key={`${id} ${opened.revision}`} definition={opened} services={services} />
      ) : definition.error ? (
        <LoadError error={definition.error} />
      ) : (
        <Skeleton className="h-[40rem]" />
      )}
    </div>
  )
}

type Services = readonly Pick<OperatorConnection, 'id' | 'name' | 'kind'>[]

function NewModel({ services, error }: { services: Services | undefined; error: unknown }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [id, setId] = useState('')
  const [tried, setTried] = useState(false)
  const valid = /^[^\s/]+\/[^\s/]+$/.test(id.trim())
  const known = services?.map(({ id: service }) => service).join(', ')
  function open(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (valid) void navigate({ to: '/operator/model', search: { id: id.trim(), state: 'new' } })
  }
  return (
    <form noValidate onSubmit={open} className="grid max-w-md gap-5">
      <h1 className="text-3xl">
        <Trans>New model</Trans>
      </h1>
      <TextField
        label={<Trans>ID</Trans>}
        hint={t`The service, a slash and a name, for example openai/my-model.`}
        autoComplete="off"
        spellCheck={false}
        value={id}
        onChange={({ target }) => setId(target.value)}
        error={tried && !valid ? t`Enter a service, a slash and a name.` : undefined}
      />
      {services ? (
        <p className="text-sm text-ink-soft">
          {known ? <Trans>Connected: {known}</Trans> : <Trans>Connect a service or a server first.</Trans>}
        </p>
      ) : (
        Boolean(error) && <LoadError error={error} />
      )}
      <Button type="submit" className="justify-self-start">
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}

const asJson = (model: string, document: ModelDocument) => JSON.stringify({ models: { [model]: document } }, null, 2)

/** Returns the document in a text like `MODELS_FILE`; undefined if there is none. */
function fromJson(model: string, text: string): ModelDocument | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const models = isEntry(parsed) ? parsed.models : undefined
    const document = isEntry(models) ? models[model] : undefined
    return isEntry(document) ? document : undefined
  } catch {
    return undefined
  }
}

/** Says that the price of the definition does not apply, with the way back to it. */
function OwnPrice({ model, price }: { model: string; price: PriceRule }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const pricePhrase = usePricePhrase()
  const [busy, setBusy] = useState(false)
  const own = pricePhrase(price)
  async function remove() {
    setBusy(true)
    const result = await settle(changeModel({ data: { model, price: null } }))
    if (result.ok) await queryClient.invalidateQueries({ queryKey: operatorKey })
    toast(result.ok ? { title: t`Price saved`, tone: 'ok' } : { title: failureMessage(result.error), tone: 'danger' })
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card bg-warn-soft px-5 py-4">
      <p className="min-w-0">
        <Trans>This model has its own price, set with “Set price”: {own}. It wins over the price of every definition.</Trans>
      </p>
      <Button variant="secondary" size="sm" busy={busy} onClick={() => void remove()}>
        <Trans>Use the definition’s price</Trans>
      </Button>
    </div>
  )
}

// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
function Editor({ definition, services }: { definition: ModelDefinition; services: Services }) {
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const { model, revision, draft, source, scope, version } = definition
  const [document, setDocument] = useState<ModelDocument>(draft?.document ?? definition.document)
  const [json, setJson] = useState(() => asJson(model, document))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [asking, setAsking] = useState<'publish' | 'remove' | 'discard' | null>(null)
  const { data: checked, error: checkError } = useQuery({
    queryKey: [...operatorKey, 'definition-check', model, document],
    queryFn: async () => unwrap(await checkDefinition({ data: { model, document } })),
    placeholderData: (before: CheckedDefinition | undefined) => before,
  })
  const problems = checked?.problems ?? []
  const saved = draft?.document ?? definition.document
  const isChanged = JSON.stringify(document) !== JSON.stringify(saved)
  const isReadable = fromJson(model, json) !== undefined
  const name = definition.name ?? model

  function change(next: ModelDocument) {
    setDocument(next)
    setJson(asJson(model, next))
  }
  function typeJson(text: string) {
    setJson(text)
    const next = fromJson(model, text)
    if (next) setDocument(next)
  }
  async function save() {
    setBusy(true)
    setFailure(null)
    const result = await settle(saveModelDraft({ data: { model, revision, document } }))
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    await queryClient.invalidateQueries({ queryKey: operatorKey })
    toast({ title: t`Draft saved`, tone: 'ok' })
    await navigate({ to: '/operator/model', search: { id: model }, replace: true })
  }

  return (
    <>
      <header className="grid gap-3">
        <h1 className="text-3xl wrap-anywhere">{name}</h1>
        <p className="text-ink-soft wrap-anywhere">
          {model}
          {' · '}
          {source === 'browser' ? (
            <Trans>Version {version}, set here</Trans>
          ) : source === 'file' ? (
            <Trans>
              From <code>MODELS_FILE</code>
            </Trans>
          ) : source === 'service' ? (
            <Trans>Default</Trans>
          ) : definition.removed ? (
            <Trans>Removed</Trans>
          ) : (
            <Trans>Not published yet</Trans>
          )}
          {draft && (
            <>
              {' · '}
              <Trans>Draft</Trans>
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} disabled={!isChanged || !isReadable} onClick={() => void save()}>
            <Trans>Save draft</Trans>
          </Button>
          {draft && (
            <>
              <Button variant="secondary" disabled={isChanged || !checked || problems.length > 0} onClick={() => setAsking('publish')}>
                <Trans>Publish</Trans>
              </Button>
              <Button variant="secondary" onClick={() => setAsking('discard')}>
                <Trans>Discard draft</Trans>
              </Button>
            </>
          )}
          {source === 'browser' && (
            <Button variant="secondary" onClick={() => setAsking('remove')}>
              {definition.default_document ? <Trans>Use the default again</Trans> : <Trans>Remove model</Trans>}
            </Button>
          )}
        </div>
        <div role="alert" className="text-danger empty:hidden">
          {failure && failureMessage(failure)}
        </div>
      </header>
      {definition.own_price && <OwnPrice model={model} price={definition.own_price} />}
      {problems.length > 0 && (
        <ul aria-label={t`Mistakes`} className="grid gap-1 rounded-card bg-warn-soft px-5 py-4">
          {problems.map(({ path, message, suggestion }) => (
            <li key={`${path.join('/')} ${message}`} className="wrap-anywhere">
              <code>{path.join(' → ') || model}</code>: {message}. {suggestion !== null && <Trans>Did you mean “{suggestion}”?</Trans>}
            </li>
          ))}
        </ul>
      )}
      {scope === 'everything' && (
        <ImportSchema document={document} servers={services.flatMap(({ id, kind }) => (kind === 'server' ? [id] : []))} onImport={change} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <EditingProvider value={{ document, problems, onChange: change }}>
          <DefinitionForm scope={scope} services={services} />
        </EditingProvider>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:sticky xl:top-23">
          <TextArea
            label={<Trans>As in MODELS_FILE</Trans>}
            spellCheck={false}
            rows={18}
            className="font-mono text-sm"
            value={json}
            onChange={({ target }) => typeJson(target.value)}
            error={isReadable ? undefined : t`This is not valid JSON with the model ${model}.`}
          />
          {checkError && <LoadError error={checkError} />}
          {checked?.preview && <ModelPreview key={JSON.stringify(checked.preview.options)} model={checked.preview} checked={checked} />}
          {draft && !isChanged && checked?.preview && checked.preview.task !== 'embed' && problems.length === 0 && (
            <DraftTest model={checked.preview} revision={revision} />
          )}
        </div>
      </div>
      <DefinitionVersions model={model} revision={revision} version={version} />
      {asking === 'publish' && <PublishDialog model={model} revision={revision} name={name} onClose={() => setAsking(null)} />}
      {asking === 'remove' && (
        <ActDialog
          title={definition.default_document ? <Trans>Use the default again?</Trans> : <Trans>Remove {name}?</Trans>}
          description={<Trans>Results keep their name, submitted runs end, and the versions stay here.</Trans>}
          action={definition.default_document ? <Trans>Use the default</Trans> : <Trans>Remove</Trans>}
          done={t`Done`}
          destructive
          onClose={() => setAsking(null)}
          onAct={(reason) => removeDefinition({ data: { model, revision, reason } })}
        />
      )}
      {asking === 'discard' && (
        <ActDialog
          title={<Trans>Discard the draft?</Trans>}
          description={<Trans>The changes in it are lost.</Trans>}
          action={<Trans context="a draft">Discard</Trans>}
          done={t`Draft discarded`}
          destructive
          withoutReason
          onClose={() => {
            setAsking(null)
            if (source === 'none' && !definition.removed) void navigate({ to: '/operator/connections' })
          }}
          onAct={() => discardModelDraft({ data: { model, revision } })}
        />
      )}
    </>
  )
}

type PublishDialogProps = { model: string; revision: number; name: string; onClose: () => void }

function PublishDialog({ model, revision, name, onClose }: PublishDialogProps) {
  const { t } = useLingui()
  const { isReady, proof, onFailure, field } = useProof()
  return (
    <ActDialog
      title={<Trans>Publish {name}?</Trans>}
      description={<Trans>The draft applies at once to new runs. Runs already submitted stay as they were.</Trans>}
      action={<Trans>Publish</Trans>}
      done={t`Model published`}
      ready={isReady}
      onFailure={onFailure}
      onClose={onClose}
      onAct={(reason) => publishModelDraft({ data: { model, revision, reason, ...proof } })}
    >
      {field}
    </ActDialog>
  )
}
