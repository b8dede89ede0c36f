import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Button } from '#app/ui/controls/button.tsx'
import { saveText } from '#app/ui/page/save-file.ts'
import * as config from '#config'
import { CopyButton } from '#app/ui/controls/copy-button.tsx'

/** Shows the codes, this once, to copy, save or write down. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  const text = codes.join('\n')

  const save = () => saveText(`${text}\n`, { name: `${config.name.toLowerCase()}-recovery-codes.txt`, type: 'text/plain' })

  return (
    <div className="grid gap-5">
      <p role="status">
        <Trans>Store these codes where you can find them without your phone. Each code works once. We won’t show them again.</Trans>
      </p>
      <ul
        aria-label={t`Recovery codes`}
        className="grid gap-x-6 gap-y-1.5 rounded-control border border-line bg-wash p-4 font-mono text-sm sm:grid-cols-2 md:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid gap-3 sm:grid-cols-2">
        <CopyButton text={text} />
        <Button variant="secondary" onClick={save}>
          <Download aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>Save as a file</Trans>
        </Button>
      </div>
      <Button onClick={onDone}>
        <Trans>I’ve saved the codes</Trans>
      </Button>
    </div>
  )
}
