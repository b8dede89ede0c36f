import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { SentCall } from '#app/contract/base/call-failures.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { copyText } from '#app/ui/controls/copy-text.ts'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { failedCallQuery } from '../base/operator.queries.ts'
import { toCurl } from './to-curl.ts'
import { useFailedCall } from './use-failed-call.ts'

/** Shows the last failed call of a run. */
export function FailedCallSheet({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={<Trans>What happened</Trans>}>
      <div className="py-2">
        <FailedCallView id={id} />
      </div>
    </Sheet>
  )
}

/** The status and the sentence of the service, and what was sent. */
export function FailedCallView({ id }: { id: string }) {
  const { data, error } = useQuery(failedCallQuery(id))
  if (!data) return error ? <LoadError error={error} /> : <Skeleton className="h-24" />
  return <FailedCallDetails {...data} />
}

type DetailsProps = Parameters<ReturnType<typeof useFailedCall>>[0] & { sentence: string | null; sent: SentCall | null }

function FailedCallDetails({ sentence, sent, ...failure }: DetailsProps) {
  const summary = useFailedCall()(failure)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section className="grid gap-1">
        <h3 className="font-medium">
          <Trans>Answer of the service</Trans>
        </h3>
        {summary !== null && <p className="text-ink-soft">{summary}</p>}
        {sentence === null ? (
          <p className="text-ink-soft">
            <Trans>There’s no message of the service. Messages are deleted after 30 days.</Trans>
          </p>
        ) : (
          <p className="whitespace-pre-wrap wrap-anywhere">{sentence}</p>
        )}
      </section>
      {sent && <Sent {...sent} />}
    </div>
  )
}

function Sent(sent: SentCall) {
  const { t } = useLingui()
  const [result, setResult] = useState<string>()
  const copy = () =>
    copyText(toCurl(sent)).then(
      () => setResult(t`Copied`),
      () => setResult(t`Select the text and copy it manually.`),
    )
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium">
        <Trans>Sent to the service</Trans>
      </h3>
      <p className="text-sm text-ink-soft">
        <Trans>Texts and files are replaced by their sizes, and the key is left out.</Trans>
      </p>
      <pre className="rounded-control bg-wash p-3.5 text-sm whitespace-pre-wrap wrap-anywhere">
        {sent.method} {sent.path}
        {sent.body != null && `\n${JSON.stringify(sent.body, null, 2)}`}
      </pre>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="sm" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" strokeWidth={1.75} />
          <Trans>Copy as curl</Trans>
        </Button>
        <span role="status" className="text-sm text-ink-soft">
          {result}
        </span>
      </div>
    </section>
  )
}
