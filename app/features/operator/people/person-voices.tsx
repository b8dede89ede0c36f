import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { OperatorPersonDetails } from '#app/contract/operator/operator.ts'
import type { PersonVoices as Voices } from '#app/contract/operator/person-voices.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { localeNames } from '#app/shell/i18n/locale-names.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { Part } from './person-part.tsx'
import { listPersonVoices, removePersonVoice } from './person-voices.functions.ts'

const personVoicesQuery = (id: string) =>
  queryOptions({ queryKey: [...operatorKey, 'voices', id], queryFn: async () => unwrap(await listPersonVoices({ data: { id } })) })

/** The own voices of a person, with the consent to each. Most people have none, and the page shows nothing. */
export function PersonVoices({ person: { id, rights } }: { person: OperatorPersonDetails }) {
  const { t } = useLingui()
  const format = useFormat()
  const { data } = useQuery(personVoicesQuery(id))
  const [removing, setRemoving] = useState<Voices['items'][number] | null>(null)
  if (!data || (data.items.length === 0 && !removing)) return null
  const states = { creating: t`Being made`, ready: t`Ready`, failed: t`Failed` }
  return (
    <Part id="person-voices" title={<Trans>Voices</Trans>}>
      <ul className="-mt-2">
        {data.items.map((voice) => (
          <li key={voice.id} className="flex items-center gap-4 border-b border-line/60 py-3 last:border-0">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{voice.name}</p>
              <p className="text-sm text-ink-soft">
                {voice.service} · {states[voice.status]}
              </p>
              <p className="text-sm text-ink-soft">
                <Trans>
                  Consent: <time dateTime={voice.consent.at}>{format.dateTime(voice.consent.at)}</time>, text of {voice.consent.version},{' '}
                  {localeNames[voice.consent.locale]}
                </Trans>
              </p>
            </div>
            {rights.includes('manage_accounts') && (
              <Button variant="secondary" size="sm" aria-label={t`Remove the voice ${voice.name}`} onClick={() => setRemoving(voice)}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {removing && (
        <ActDialog
          title={<Trans>Remove “{removing.name}”?</Trans>}
          description={<Trans>The voice and its recording are deleted here and at the service. Results made with it stay.</Trans>}
          action={<Trans>Remove voice</Trans>}
          done={t`Voice removed`}
          destructive
          onClose={() => setRemoving(null)}
          onAct={(reason) => removePersonVoice({ data: { id, voice: removing.id, reason } })}
        />
      )}
    </Part>
  )
}
