import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { Decision, ReportReason } from '#app/contract/operator/reports.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useKindNames } from '#app/shell/media/kinds.tsx'
import { listDecisions } from './decisions.functions.ts'

const decisionsQuery = queryOptions({ queryKey: ['decisions'], queryFn: async () => unwrap(await listDecisions()) })

/** Decisions about the person’s shared results and reports. Most people have none, and see nothing. */
export function Decisions() {
  const { data } = useQuery(decisionsQuery)
  if (!data || data.items.length === 0) return null
  const { contact } = data
  return (
    <section id="decisions" aria-labelledby="decisions-title" className="grid gap-4 border-t border-line py-8">
      <h2 id="decisions-title" className="text-xl">
        <Trans>Reports and decisions</Trans>
      </h2>
      <ul>
        {data.items.map((one) => (
          <Row key={one.id} decision={one} />
        ))}
      </ul>
      <p className="text-sm text-ink-soft">
        {contact ? (
          <Trans>
            If you disagree with a decision, write to{' '}
            <a href={`mailto:${contact}`} className="link">
              {contact}
            </a>{' '}
            within six months. Someone will check it again, free of charge.
          </Trans>
        ) : (
          <Trans>
            If you disagree with a decision, contact the people who run this site within six months. Someone will check it again.
          </Trans>
        )}
      </p>
    </section>
  )
}

function Row({ decision: { role, category, state, decision, created_at: created, work } }: { decision: Decision }) {
  const { t } = useLingui()
  const format = useFormat()
  const kinds = useKindNames()
  const categories: Record<ReportReason, string> = {
    sexual: t`Sexual content`,
    violence: t`Violence or threats`,
    hate: t`Hate or harassment`,
    minors: t`Harm to children`,
    privacy: t`Without consent`,
    copyright: t`Copyright or trademark`,
    deception: t`Deception or fraud`,
    other: t`Something else`,
  }
  const own = {
    open: t`Being checked`,
    dismissed: t`May be shared again`,
    taken_down: t`Public link taken down`,
  }
  const reported = {
    open: t`Your report is being checked`,
    dismissed: t`The result that you reported stays online`,
    taken_down: t`The result that you reported was taken down`,
  }
  const at = decision?.at ?? created
  return (
    <li className="grid gap-0.5 border-b border-line/60 py-3 last:border-0">
      <p className="font-medium">{role === 'owner' ? own[state] : reported[state]}</p>
      {work && <p className="wrap-anywhere">{work.title ?? kinds[work.type]}</p>}
      <p className="text-sm text-ink-soft">
        {categories[category]}
        {' · '}
        <time dateTime={at}>{format.dateTime(at)}</time>
      </p>
      {decision?.reason && <p className="wrap-anywhere whitespace-pre-line">{decision.reason}</p>}
    </li>
  )
}
