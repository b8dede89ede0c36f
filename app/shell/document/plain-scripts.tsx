import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { readCatalogueChunk } from '#app/shell/i18n/catalogue-chunk.ts'
import { knownPartsOf } from '#app/shell/i18n/i18n.ts'
import type { PlainScript } from './plain.ts'
import { signInModulesOf, signInRoutes } from './render-plain.ts'
import { readPlainScript } from './site.ts'

/** Pages that a guest is likely to open next are fetched when the pointer rests on a link, if the browser supports it. */
const speculation = {
  prefetch: [{ where: { selector_matches: 'a:is([href*="/signin"], [href*="/legal"])' }, eagerness: 'moderate' }],
}

/** Renders the script of a plain page, which preloads the modules of the sign-in page when a visitor is about to open it. */
export function PlainScripts({ script }: { script: PlainScript }) {
  const { i18n } = useLingui()
  const router = useRouter()
  const nonce = router.options.ssr?.nonce
  const messages = knownPartsOf(signInRoutes).flatMap((part) => readCatalogueChunk(`${i18n.locale}/${part}`) ?? [])
  return (
    <>
      <script
        type="module"
        src={readPlainScript(script)}
        nonce={nonce}
        data-sign-in={[...signInModulesOf(router), ...messages].join(' ')}
      />
      <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: JSON.stringify(speculation) }} />
    </>
  )
}
