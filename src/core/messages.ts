/** The words of toasts and questions (SPEC A8), each once. `one` is an entity's name: "Driver". */
import { pluralize } from './pluralize.ts'

export const added = (one: string) => `${one} added successfully`
export const updated = (one: string) => `${one} updated successfully`
export const deleted = (one: string) => `${one} deleted successfully`
export const failedToAdd = (one: string) => `Failed to add ${one.toLowerCase()}`
export const failedToUpdate = (one: string) => `Failed to update ${one.toLowerCase()}`
export const failedToDelete = (one: string) => `Failed to delete ${one.toLowerCase()}`
export const confirmDelete = (label: string) => `Are you sure you want to delete ${label}?`

/** Why a truck with settlements stays (SPEC B24): asked about, and refused, in the same words. */
export function cannotDeleteTruckMessage(
  { singular }: { singular: string },
  settlements: number,
): string {
  const kept = `This ${singular.toLowerCase()} has ${pluralize(settlements, 'settlement')}`
  return `${kept} and can't be deleted. Set its status to Inactive instead.`
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
