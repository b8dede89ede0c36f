import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { SignUpChallenge } from '#app/contract/account/sign-up-challenge.ts'

/** Replies to a challenge with its solution, or null without Web Crypto (a page without HTTPS). */
self.addEventListener('message', ({ data: challenge }: MessageEvent<SignUpChallenge>) => {
  void solveChallenge({ challenge, deriveKey })
    .catch(() => null)
    .then((solution) => self.postMessage(solution))
})
