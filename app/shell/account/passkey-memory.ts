const key = 'quartet.passkey'

/** Whether a passkey was created or used in this browser; only then does the sign-in page offer one on its own. */
export function hasUsedPasskey(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function notePasskey(): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    // Without storage, only the button offers passkeys.
  }
}
