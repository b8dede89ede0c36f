import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMail } from '#tests/fixtures/read-mail.ts'
import { expect } from './fixtures.ts'

/**
 * Returns the path and query of the link in the newest email to this address; waits for the email. `start`: the link's path and the name of
 * its parameter.
 */
export async function linkMailedTo(email: string, start: `/${string}?${string}=`): Promise<string> {
  const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox')
  let link: string | undefined
  await expect
    .poll(async () => {
      const files = (await readdir(outbox).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name)).sort()
      for (const file of files) {
        const { headers, text } = readMail(await readFile(join(outbox, file), 'utf8'))
        const links = text.match(/https?:\/\/\S+/g) ?? []
        if (headers.to?.includes(email)) link = links.find((url) => url.includes(start)) ?? link
      }
      return link
    })
    .toBeDefined()
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}
