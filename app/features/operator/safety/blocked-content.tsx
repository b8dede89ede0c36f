import { Trans, useLingui } from '@lingui/react/macro'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { type ApiFailure, unwrap } from '#app/contract/base/api-result.ts'
import type { BlockedContent } from '#app/contract/operator/safety.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { PagedList } from '#app/ui/lists/paged-list.tsx'
import { Part } from '../people/person-part.tsx'
import { allowContent, blockContent, listBlockedContent } from './safety.functions.ts'

const blockedQuery = infiniteQueryOptions({
  queryKey: [...operatorKey, 'blocked-content'],
  queryFn: async ({ pageParam }) => unwrap(await listBlockedContent({ data: { limit: '10', ...(pageParam && { cursor: pageParam }) } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
})

/** Files that can't be uploaded or shared: those taken down, and those blocked by hand. */
export function BlockedContentList() {
  const list = useInfiniteQuery(blockedQuery)
  const [blocks, setBlocks] = useState(false)
  const [allowing, setAllowing] = useState<BlockedContent | null>(null)
  return (
    <Part id="blocked-content" title={<Trans>Blocked files</Trans>}>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <p className="max-w-prose text-ink-soft">
          <Trans>These files can’t be uploaded or shared. Results that you take down after a report are among them.</Trans>
        </p>
        <Button variant="secondary" onClick={() => setBlocks(true)}>
          <Trans>Block a file</Trans>
        </Button>
      </div>
      <PagedList
        query={list}
        items={list.data?.pages.flatMap(({ items }) => items)}
        empty={
          <p className="text-ink-soft">
            <Trans>No file is blocked.</Trans>
          </p>
        }
      >
        {(items) => (
          <ul>
            {items.map((item) => (
              <BlockedRow key={item.id} item={item} onAllow={() => setAllowing(item)} />
            ))}
          </ul>
        )}
      </PagedList>
      {blocks && <BlockDialog onClose={() => setBlocks(false)} />}
      {allowing && <AllowDialog item={allowing} onClose={() => setAllowing(null)} />}
    </Part>
  )
}

function BlockedRow({ item, onAllow }: { item: BlockedContent; onAllow: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line/60 py-3 last:border-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">{item.reported ? <Trans>Taken down after a report</Trans> : item.reason}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          <code title={item.sha256}>{item.sha256.slice(0, 12)}…</code> · {item.by && <>{item.by} · </>}
          <time dateTime={item.created_at}>{format.dateTime(item.created_at)}</time>
        </p>
      </div>
      {!item.reported && (
        <Button variant="secondary" size="sm" aria-label={t`Allow file ${item.sha256.slice(0, 12)} again`} onClick={onAllow}>
          <Trans>Allow again</Trans>
        </Button>
      )}
    </li>
  )
}

function BlockDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [sha256, setSha256] = useState('')
  const [fileName, setFileName] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  async function hash(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    if (!file) return
    setFileName(file.name)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    setSha256([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  }

  return (
    <ActDialog
      title={<Trans>Block a file</Trans>}
      description={
        <Trans>
          The same bytes can’t be uploaded or shared any more, and public links to them stop working. A changed copy is another file.
        </Trans>
      }
      action={<Trans>Block</Trans>}
      done={t`File blocked`}
      destructive
      ready={sha256.trim() !== ''}
      onAct={(reason) => blockContent({ data: { sha256, reason } })}
      onFailure={setFailure}
      onClose={onClose}
    >
      {/* Outside a secure context the browser has no hash function. */}
      {'subtle' in crypto && (
        <div className="grid gap-1.5">
          <Button variant="secondary" className="justify-self-start" onClick={() => picker.current?.click()}>
            <Trans>Choose a file</Trans>
          </Button>
          <p className="text-sm text-ink-soft">{fileName ?? t`It stays on this device: only its hash is sent.`}</p>
          <input ref={picker} type="file" hidden aria-label={t`File`} onChange={(event) => void hash(event)} />
        </div>
      )}
      <TextField
        label={<Trans>SHA-256 hash</Trans>}
        value={sha256}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setSha256(event.target.value)}
        error={failure?.fields?.sha256?.detail}
      />
    </ActDialog>
  )
}

function AllowDialog({ item, onClose }: { item: BlockedContent; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <ActDialog
      title={<Trans>Allow this file again?</Trans>}
      description={<Trans>It can be uploaded and shared again. Links that ended stay ended.</Trans>}
      action={<Trans>Allow again</Trans>}
      done={t`File allowed`}
      onAct={(reason) => allowContent({ data: { id: item.id, reason } })}
      onClose={onClose}
    />
  )
}
