import { Trans } from '@lingui/react/macro'

/** The four reasons to be here instead of elsewhere, in words that the product keeps. */
export function Promises() {
  return (
    <section aria-labelledby="promises-title" className="mx-auto max-w-page px-5 pt-20 sm:px-8 sm:pt-28">
      <h2 id="promises-title" className="sr-only">
        <Trans>Why Quartet</Trans>
      </h2>
      <ul className="home-promises grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        <li>
          <h3>
            <Trans>No result is ever lost</Trans>
          </h3>
          <p>
            <Trans>Close the tab, lose the connection, restart the server: it still reaches your library.</Trans>
          </p>
        </li>
        <li>
          <h3>
            <Trans>No result, no charge</Trans>
          </h3>
          <p>
            <Trans>You see the price before you start, and pay it once the file is ready.</Trans>
          </p>
        </li>
        <li>
          <h3>
            <Trans>One balance for all models</Trans>
          </h3>
          <p>
            <Trans>Built-in, local and connected models are in one list, paid with the same tokens.</Trans>
          </p>
        </li>
        <li>
          <h3>
            <Trans>Yours to host</Trans>
          </h3>
          <p>
            <Trans>It runs on your own server, offline if you like. The source is open.</Trans>
          </p>
        </li>
      </ul>
    </section>
  )
}
