import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keys derived from one secret, one per purpose, so that no signature is valid for another purpose. */
export type Keys = {
  accessToken: Uint8Array
  refreshToken: Uint8Array
  device: Uint8Array
  fileUrl: Uint8Array
  oauthState: Uint8Array
  twoFactor: Uint8Array
  signUpChallenge: Uint8Array
  connections: Uint8Array
  mails: Uint8Array
  webhooks: Uint8Array
  reasoning: Uint8Array
  programs: Uint8Array
  push: Uint8Array
}

export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `quartet/${purpose}`, 32))
  return {
    accessToken: derive('access-token'),
    refreshToken: derive('refresh-token'),
    device: derive('device'),
    fileUrl: derive('file-url'),
    oauthState: derive('oauth-state'),
    twoFactor: derive('two-factor'),
    signUpChallenge: derive('sign-up-challenge'),
    connections: derive('connections'),
    mails: derive('mails'),
    webhooks: derive('webhooks'),
    reasoning: derive('reasoning'),
    programs: derive('programs'),
    push: derive('push'),
  }
}

/**
 * Returns the secret of a single-machine installation. It is created at the first start and stored in the data folder, readable by its
 * owner only.
 */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  // A secret that exists and cannot be read is not replaced: nobody could sign in any more.
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? '' : Promise.reject(error),
  )
  if (existing.trim()) return existing.trim()
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64url')
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(`${secret}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return secret
}
