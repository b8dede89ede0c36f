const key = 'quartet.passkey'

/** Whether a passkey was made or used in this browser: only then the sign-in page offers them by itself. */
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
    // A browser that keeps nothing offers nothing by itself; the button is there.
  }
}
