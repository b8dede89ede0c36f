import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { OperatorContent } from '#app/contract/operator/operator.ts'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { viewContent } from '../people/account-acts.functions.ts'
import { ActDialog } from '../base/act-dialog.tsx'

/** Shows the prompt and the results of somebody's run, after a reason that goes into the audit log. */
export function RunContent({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const [content, setContent] = useState<OperatorContent>()
  if (content)
    return (
      <Sheet open onOpenChange={(open) => !open && onClose()} title={<Trans>Content of the run</Trans>}>
        <div className="grid gap-5 py-2">
          {content.prompt && (
            <section className="grid gap-1">
              <h3 className="font-medium">
                <Trans>Prompt</Trans>
              </h3>
              <p className="whitespace-pre-wrap wrap-anywhere">{content.prompt}</p>
            </section>
          )}
          {content.text && (
            <section className="grid gap-1">
              <h3 className="font-medium">
                <Trans>Text</Trans>
              </h3>
              <p className="whitespace-pre-wrap wrap-anywhere">{content.text}</p>
            </section>
          )}
          {content.files.length > 0 && (
            <ul className="grid gap-2">
              {content.files.map((file) => (
                <li key={file.id}>
                  <a href={file.url} target="_blank" rel="noopener" className="link inline-flex min-h-11 items-center">
                    <Trans>Open file ({file.media_type})</Trans>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Sheet>
    )
  return (
    <ActDialog
      title={<Trans>View the content of this run?</Trans>}
      description={<Trans>You will see the person’s prompt and results. The view and your reason are written to the audit log.</Trans>}
      action={<Trans>View content</Trans>}
      done={t`View recorded`}
      staysOpen
      onClose={onClose}
      onAct={async (reason) => {
        const result = await viewContent({ data: { id, reason } })
        if (result.ok) setContent(result.data)
        return result
      }}
    />
  )
}
