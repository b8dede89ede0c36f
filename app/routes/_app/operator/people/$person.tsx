import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { loadPerson } from '#app/features/operator/people/load-person.ts'
import { PersonPage } from '#app/features/operator/people/person-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/people/$person')({
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient }, params }) => loadPerson(queryClient, params.person),
  head: titled(msg`Person`),
  component: Page,
})

function Page() {
  return <PersonPage id={Route.useParams().person} />
}
