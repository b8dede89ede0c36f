import { createFileRoute } from '@tanstack/react-router'
import { readSiteUrl } from '#app/shell/document/site.ts'
import * as config from '#config'

/** Lists the API and its documents for programs that read sites. */
export const Route = createFileRoute('/llms.txt')({
  server: {
    handlers: {
      GET: () => {
        const site = readSiteUrl()
        const text = `# ${config.name}

> Makes video, images, audio and text from a prompt, on a server of its owner, for people and for programs.

## API

- [Reference](${site}/developers): how to call the API, with samples in curl, JavaScript and Python
- [OpenAPI document](${site}${config.api.basePath}/v1/openapi.json): the calls for programs; base URL ${site}${config.api.basePath}
- [OpenAPI document of all calls](${site}${config.api.basePath}/v1/openapi-all.json): with sign-in, the account and administration
- [OpenAI-compatible](${site}/openai/v1/openapi.json): base URL ${site}/openai/v1
- [Anthropic-compatible](${site}/anthropic/v1/openapi.json): base URL ${site}/anthropic

Calls need an API key of a person (\`Authorization: Bearer qk_…\`), which the settings create.
`
        return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' } })
      },
    },
  },
})
