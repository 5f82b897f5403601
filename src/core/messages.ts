/** The words of toasts and questions (SPEC A8), each once. `one` is an entity's name: "Driver". */

export const added = (one: string) => `${one} added successfully`
export const updated = (one: string) => `${one} updated successfully`
export const deleted = (one: string) => `${one} deleted successfully`
export const failedToAdd = (one: string) => `Failed to add ${one.toLowerCase()}`
export const failedToUpdate = (one: string) => `Failed to update ${one.toLowerCase()}`
export const failedToDelete = (one: string) => `Failed to delete ${one.toLowerCase()}`
export const confirmDelete = (label: string) => `Are you sure you want to delete ${label}?`

/** (loads, 1) → "1 load", (loads, 1200) → "1,200 loads". */
export function counted({ one, title }: { one: string; title: string }, count: number): string {
  return `${count.toLocaleString('en-US')} ${(count === 1 ? one : title).toLowerCase()}`
}

/** "1 place", "1,234 places" of a file. */
export function places(count: number): string {
  return count === 1 ? '1 place' : `${count.toLocaleString('en-US')} places`
}

export const accountMessages = {
  loggedIn: 'Login successful',
  loginFailed: 'Login failed',
  wrongLogin: 'Invalid email or password',
  signedUp: 'Account created successfully',
  signupFailed: 'Signup failed',
  noAccount: 'Unable to create account',
  tryAgain: 'An error occurred. Please try again.',
  logoutFailed: 'Logout failed',
  passwordChanged: 'Password changed successfully',
  passwordNotChanged: 'Failed to change password',
  othersEnded: 'Every other session has ended.',
  sessionEnded: 'Session ended successfully',
  sessionNotEnded: 'Failed to end session',
}

export const settingsMessages = {
  saved: 'Settings saved successfully',
  updated: 'Settings updated successfully',
  failedToSave: 'Failed to save settings',
  failedToUpdate: 'Failed to update settings',
}
